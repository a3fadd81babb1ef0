package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.model.BlockingValue;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.TellsWhenWritten;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sticky sessions with attributes that do something while they are written, and a full node. */
@Timeout(60)
final class StickySessionsTest {

  private static final String ID = "a";
  private static final int MANY = 50;

  private final Nodes nodes = new Nodes("n1");
  private final FaultyStore n1 = nodes.get("n1");
  private final StickyTomcat t1 = new StickyTomcat("t1", nodes, 1);
  private final StickyTomcat t2 = new StickyTomcat("t2", nodes, 1);

  private static FakeInstance takenOverBy(StickyTomcat tomcat) {
    return Objects.requireNonNull(tomcat.takeOver(ID));
  }

  // ---- what a request costs ----

  @Test
  void requestWhenAnAttributeThatMayChangeInPlaceWasReadThenItIsEncodedOnceAndNothingIsSent() {
    AtomicInteger encoded = new AtomicInteger();
    t1.create(ID, new TellsWhenWritten(encoded::incrementAndGet));
    t1.read(ID);
    nodes.clearOperations();
    int before = encoded.get();

    t1.read(ID);
    t1.request(ID, session -> {});

    assertEquals(before + 1, encoded.get());
    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void requestWhenTheSessionIsTooLargeThenItIsKeptHereAndReportedOnce() {
    try (CapturedLog log = new CapturedLog(SessionSave.class)) {
      t1.create(ID, "x".repeat(20_000));
      t1.request(ID, session -> {});
      t1.request(ID, session -> session.set("more", 1));

      assertEquals(Set.of(), n1.keys());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
    }
    t1.request(ID, session -> session.set("value", "small"));

    assertEquals("small", takenOverBy(t2).get("value"));
  }

  // ---- requests side by side ----

  @Test
  void requestWhenAnAttributeSetsAnotherWhileItIsWrittenThenTheNextSaveHasThat() {
    FakeInstance session = t1.create(ID, "text");
    Runnable set = () -> session.set("other", "set while it was written");

    t1.request(ID, each -> each.set("value", new TellsWhenWritten(set)));
    t1.request(ID, each -> {});

    assertEquals("set while it was written", takenOverBy(t2).get("other"));
  }

  /** As without a request, where each change begins a save: one that began the next never ends. */
  @ParameterizedTest
  @EnumSource
  void saveWhenAnAttributeSetsAnotherEachTimeItIsWrittenThenThatBeginsNoEndlessChain(
      Granularity granularity) {
    EngineTomcat tomcat = EngineTomcat.sticky("t1", nodes, granularity);
    FakeInstance session = tomcat.create(ID);
    tomcat.end(session);
    AtomicInteger written = new AtomicInteger();
    Runnable set =
        () -> {
          if (written.incrementAndGet() < MANY) {
            session.set("other", written.get());
            session.instanceState().use().changedOutside();
            var unused = tomcat.shared.save(session);
          }
        };

    session.set("value", new TellsWhenWritten(set));
    EngineTomcat.now(tomcat.shared.save(session));
    while (tomcat.timer.untilNext() != null) {
      tomcat.timer.advance(Objects.requireNonNull(tomcat.timer.untilNext()));
    }

    assertTrue(written.get() < MANY, written::toString);
    int last = written.get();
    tomcat.request(ID, each -> each.set("more", 1));
    Object found = takenOverBy(t2).get("other");
    assertTrue(found instanceof Integer number && number >= last, () -> last + " " + found);
  }

  // ---- ends and changes of ids ----

  /** What it has never stored it knows no record of; the tombstone there is its own. */
  @Test
  void endWhenAnAttributeBlocksTheFirstSaveThenTheSessionStaysEnded() throws Exception {
    BlockingValue blocking = new BlockingValue();
    FakeInstance session = t1.engine.create(ID);
    session.set("value", blocking);
    Thread saving = new Thread(() -> t1.engine.shared.save(session).join());
    saving.start();
    blocking.awaitBlocked();

    session.end();
    assertTrue(EngineTomcat.now(t1.engine.shared.end(session)));
    blocking.release();
    saving.join();
    t1.settle();

    assertNull(t2.takeOver(ID));
  }

  @Test
  void endWhenAnAttributeBlocksTheSaveThenTheSessionIsEndedAllTheSame() throws Exception {
    BlockingValue blocking = new BlockingValue();
    FakeInstance session = t1.create(ID, "text");
    session.set("value", blocking);
    Thread saving = new Thread(() -> t1.engine.shared.save(session).join());
    saving.start();
    blocking.awaitBlocked();

    session.end();
    assertTrue(EngineTomcat.now(t1.engine.shared.end(session)));

    assertNull(t2.takeOver(ID));
    blocking.release();
    saving.join();
    t1.settle();
    assertNull(t2.takeOver(ID));
  }

  // ---- nodes in trouble ----

  @Test
  void saveWhenAFailedOneIsCarriedOutLateThenTheLaterOneWins() {
    Nodes pair = new Nodes("n1", "n2");
    Set<String> full = new HashSet<>();
    StickyTomcat writer =
        new StickyTomcat(
            "t1", pair, 1, (node, store) -> new Full(store, () -> full.contains(node)));
    String first = writer.engine.firstNodeOf(ID);
    full.addAll(pair.ids());
    full.remove(first);
    pair.get(first).freeze();
    FakeInstance session = writer.engine.create(ID);
    session.set("value", "early");
    CompletableFuture<SaveOutcome> early = writer.engine.endLater(session);
    pair.get(first).timeOut();
    writer.settle();
    assertEquals(SaveOutcome.FAILED, EngineTomcat.now(early));
    pair.get(first).thaw();
    full.clear();
    full.add(first);

    assertEquals(SaveOutcome.SAVED, writer.request(ID, each -> each.set("value", "late")));

    assertEquals("late", takenOverBy(new StickyTomcat("t2", pair, 1)).get("value"));
  }

  /** A node that has no room for what it is to store. */
  private static final class Full extends ForwardingStore {

    private final BooleanSupplier isFull;

    Full(NodeStore store, BooleanSupplier isFull) {
      super(store);
      this.isFull = isFull;
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
      return isFull.getAsBoolean()
          ? CompletableFuture.failedFuture(
              new StoreException(Reason.REFUSED, "node", "out of memory", null))
          : super.store(key, value, timeToLive, condition);
    }
  }
}
