package io.holdfast.sessions.nonsticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.fallback.KeptInMemory;
import io.holdfast.sessions.fallback.PutBack;
import io.holdfast.sessions.model.Nodes;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Shared sessions that went to a file when t1 stopped, and what t1 makes of them later. */
final class NonStickyFallbackTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final KeptInMemory files = new KeptInMemory();
  private final NonStickyTomcat before = new NonStickyTomcat("t1", nodes, files);
  private final NonStickyTomcat t1 = new NonStickyTomcat("t1 again", nodes, files);
  private final NonStickyTomcat t2 = new NonStickyTomcat("t2", nodes, new KeptInMemory());

  @Test
  void unsavedWhenTheStoreHasAllThenNull() {
    FakeNonStickySession session = createStored();

    assertNull(before.shared.unsaved(session));
  }

  @Test
  void unsavedWhenTheSessionHasEndedThenNull() {
    FakeNonStickySession session = createStored();
    before.invalidate(session);

    assertNull(before.shared.unsaved(session));
  }

  @Test
  void openWhenTheStoreIsAwayThenGoesOnFromTheFileAndIsStoredLater() {
    stopWithAChange();

    assertEquals("pear", t1.read("s", "fruit"));
    assertEquals(List.of(), files.stored);
    heal();
    t1.request("s", session -> session.set("colour", "red"));

    assertEquals(List.of("s"), files.stored);
    assertEquals("pear", t2.read("s", "fruit"));
    assertEquals("red", t2.read("s", "colour"));
    assertEquals(1, t1.count(Metric.FILES_TAKEN_BACK));
  }

  @Test
  void openWhenTheStoreHasAnOlderRecordThenTheFileWins() {
    stopWithAChange();
    heal();

    assertEquals("pear", t1.read("s", "fruit"));
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void openWhenTheStoreHasANewerRecordThenThatWinsAndTheFileGoes() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    assertEquals(PutBack.Fate.STORED, NonStickyTomcat.now(t2.shared.putBack(kept)));
    t2.request("s", session -> session.set("fruit", "cherry"));

    assertEquals("cherry", t1.read("s", "fruit"));
    assertEquals(List.of("s"), files.ended);
    assertEquals(1, t1.count(Metric.FILES_OUTDATED));
  }

  @Test
  void openWhenBothWereChangedThenTheyAreJoined() {
    stopWithAChange();
    heal();
    t2.request("s", session -> session.set("colour", "red"));

    assertEquals("pear", t1.read("s", "fruit"));
    assertEquals("red", t1.read("s", "colour"));
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void openWhenTheSessionHasEndedElsewhereThenTheFileGoes() {
    stopWithAChange();
    heal();
    t2.invalidate(Objects.requireNonNull(t2.begin("s")));

    assertNull(t1.begin("s"));
    assertEquals(List.of("s"), files.ended);
  }

  @Test
  void putBackWhenTheStoreHasNothingThenStored() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    nodes.ids().forEach(node -> nodes.get(node).wipe());

    assertEquals(PutBack.Fate.STORED, NonStickyTomcat.now(t1.shared.putBack(kept)));
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void putBackWhenBothWereChangedThenTheyAreJoined() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    t2.request("s", session -> session.set("colour", "red"));

    assertEquals(PutBack.Fate.STORED, NonStickyTomcat.now(t1.shared.putBack(kept)));
    assertEquals("pear", t2.read("s", "fruit"));
    assertEquals("red", t2.read("s", "colour"));
  }

  @Test
  void putBackWhenTheSessionHasEndedElsewhereThenOutdated() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    t2.invalidate(Objects.requireNonNull(t2.begin("s")));

    assertEquals(PutBack.Fate.OUTDATED, NonStickyTomcat.now(t1.shared.putBack(kept)));
    assertNull(t2.begin("s"));
  }

  @Test
  void putBackWhenTheStoreIsAwayThenItWaits() {
    SessionSnapshot kept = stopWithAChange();

    assertEquals(PutBack.Fate.STORE_AWAY, NonStickyTomcat.now(t1.shared.putBack(kept)));
  }

  private FakeNonStickySession createStored() {
    FakeNonStickySession session = before.create("s");
    session.set("fruit", "apple");
    before.end(session);
    return session;
  }

  /** What is kept of a session that was changed when the store was away; it still is. */
  private SessionSnapshot stopWithAChange() {
    FakeNonStickySession session = createStored();
    nodes.ids().forEach(node -> nodes.get(node).failWith(Reason.UNAVAILABLE));
    session.access(nodes.clock.millis());
    session.set("fruit", "pear");
    before.end(session);
    SessionSnapshot kept = Objects.requireNonNull(before.shared.unsaved(session));
    files.put(kept);
    return kept;
  }

  private void heal() {
    for (String node : nodes.ids()) {
      nodes.get(node).heal();
      t1.health.succeeded(node);
      t2.health.succeeded(node);
    }
  }
}
