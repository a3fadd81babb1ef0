package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.fallback.FallbackReturn.Fate;
import io.holdfast.sessions.fallback.KeptInMemory;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that went to a file when t1 stopped, and what t1 makes of them later. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
final class SessionFallbackTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final KeptInMemory files = new KeptInMemory();
  private final EngineTomcat before;
  private final EngineTomcat t1;
  private final EngineTomcat t2;

  SessionFallbackTest(boolean isSticky) {
    before = tomcat("t1", isSticky, files);
    t1 = tomcat("t1 again", isSticky, files);
    t2 = tomcat("t2", isSticky, new KeptInMemory());
  }

  private EngineTomcat tomcat(String name, boolean isSticky, KeptInMemory itsFiles) {
    return isSticky
        ? EngineTomcat.sticky(name, nodes.stores(), 2, nodes.clock, itsFiles)
        : new EngineTomcat(name, nodes, itsFiles);
  }

  @Test
  void unsavedWhenTheStoreHasAllThenNull() {
    FakeInstance session = createStored();

    assertNull(before.shared.unsaved(session));
  }

  @Test
  void unsavedWhenTheSessionHasEndedThenNull() {
    FakeInstance session = createStored();
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
    assertEquals(Fate.STORED, EngineTomcat.now(t2.shared.putBack(kept)));
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
  void openWhenTheStoreHasLostTheSessionThenGoesOnFromTheFile() {
    stopWithAChange();
    heal();
    nodes.ids().forEach(node -> nodes.get(node).wipe());

    assertEquals("pear", t1.read("s", "fruit"));
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void openWhenTheSessionHasExpiredThenTheFileGoes() {
    stopWithAChange();
    nodes.clock.advance(Duration.ofHours(1));

    assertNull(t1.begin("s"));
    assertEquals(List.of("s"), files.ended);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void openWhenTheFileCannotBeDecodedThenTheStoresAnswer(boolean hasRecord) {
    SessionSnapshot kept = stopWithAChange();
    files.put(undecodable(kept));
    heal();
    if (!hasRecord) {
      nodes.ids().forEach(node -> nodes.get(node).wipe());
    }

    FakeInstance found = t1.begin("s");

    assertEquals(hasRecord ? "apple" : null, found == null ? null : found.get("fruit"));
    assertEquals(List.of("s"), files.unreadable);
  }

  @Test
  void putBackWhenTheFileCannotBeDecodedThenItIsUnreadable() {
    SessionSnapshot kept = undecodable(stopWithAChange());
    heal();

    assertEquals(Fate.OUTDATED, EngineTomcat.now(t1.shared.putBack(kept)));
    assertEquals(List.of("s"), files.unreadable);
    assertEquals("apple", t2.read("s", "fruit"));
  }

  private static SessionSnapshot undecodable(SessionSnapshot kept) {
    return new SessionSnapshot(
        kept.id(),
        kept.lineage(),
        FieldVersions.NONE,
        kept.times(),
        null,
        Bytes.wrap(new byte[] {1, 2}),
        Bytes.EMPTY,
        new EncodedAttributes.Together(Bytes.wrap(new byte[] {1, 2})));
  }

  /** Its end waits for a node. */
  @Test
  void openWhenTheSessionHasEndedHereThenNoRequestGoesOnFromTheFile() {
    SessionSnapshot kept = stopWithAChange();
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));

    t1.invalidate(session);
    files.put(kept); // as if it could not be deleted

    assertNull(t1.begin("s"));
    heal();
    t1.shared.nodeReturned();
    assertNull(t2.begin("s"));
  }

  @Test
  void openWhenTheFileIsPutBackMeanwhileThenTheSessionIsFound() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    nodes.get("n1").onLoad(() -> files.putBack(kept.id())); // the read has begun

    assertEquals("pear", t1.read("s", "fruit"));
  }

  @Test
  void putBackWhenTheSessionIsTakenOverAndEndsMeanwhileThenItStaysEnded() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    AtomicBoolean hasBegun = new AtomicBoolean();
    nodes
        .get(t1.firstNodeOf("s"))
        .onStoreOf(
            "s",
            () -> {
              if (!hasBegun.getAndSet(true)) {
                t2.invalidate(Objects.requireNonNull(t2.begin("s")));
              }
            });

    assertEquals(Fate.OUTDATED, EngineTomcat.now(t1.shared.putBack(kept)));
    assertNull(t2.begin("s"));
  }

  @Test
  void putBackWhenTheStoreHasNothingThenStored() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    nodes.ids().forEach(node -> nodes.get(node).wipe());

    assertEquals(Fate.STORED, EngineTomcat.now(t1.shared.putBack(kept)));
    assertEquals("pear", t2.read("s", "fruit"));
  }

  @Test
  void putBackWhenBothWereChangedThenTheyAreJoined() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    t2.request("s", session -> session.set("colour", "red"));

    assertEquals(Fate.STORED, EngineTomcat.now(t1.shared.putBack(kept)));
    assertEquals("pear", t2.read("s", "fruit"));
    assertEquals("red", t2.read("s", "colour"));
  }

  @Test
  void putBackWhenTheSessionHasEndedElsewhereThenOutdated() {
    SessionSnapshot kept = stopWithAChange();
    heal();
    t2.invalidate(Objects.requireNonNull(t2.begin("s")));

    assertEquals(Fate.OUTDATED, EngineTomcat.now(t1.shared.putBack(kept)));
    assertNull(t2.begin("s"));
  }

  @Test
  void putBackWhenTheStoreIsAwayThenItWaits() {
    SessionSnapshot kept = stopWithAChange();

    assertEquals(Fate.STORE_AWAY, EngineTomcat.now(t1.shared.putBack(kept)));
  }

  private FakeInstance createStored() {
    FakeInstance session = before.create("s");
    session.set("fruit", "apple");
    before.end(session);
    return session;
  }

  /** What is kept of a session that was changed when the store was away; it still is. */
  private SessionSnapshot stopWithAChange() {
    FakeInstance session = createStored();
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
      t1.health.watch(node).succeeded();
      t2.health.watch(node).succeeded();
    }
  }
}
