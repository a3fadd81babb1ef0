package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.seal.SealingKeys;
import io.holdfast.core.seal.TestKeys;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.SealedStore;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two Tomcats that get another key file, one after the other, with a session in use on both. */
final class RotatedKeysTest {

  private static final String ID = "s";

  private final Nodes nodes = new Nodes("n1", "n2");
  private final TestKeys keys1 = new TestKeys(1);
  private final TestKeys keys2 = new TestKeys(1);
  private final EngineTomcat t1 = tomcat("t1", keys1);
  private final EngineTomcat t2 = tomcat("t2", keys2);
  private final CapturedLog log = new CapturedLog(SealedStore.class);

  @AfterEach
  void closeLog() {
    log.close();
  }

  /** The steps of docs/encryption.md, each on one Tomcat before the other. */
  @Test
  void changesWhenTheStepsAreTakenInOrderThenAllTomcatsSeeThem() {
    create();
    int[][] steps = {{1, 2}, {2, 1}, {2}};
    int count = 0;
    for (int[] step : steps) {
      keys1.use(step);
      count = assertBothSee(count);
      keys2.use(step);
      count = assertBothSee(count);
    }
  }

  private int assertBothSee(int before) {
    int count = before;
    for (EngineTomcat tomcat : new EngineTomcat[] {t1, t2, t1, t2}) {
      int next = ++count;
      assertEquals(SaveOutcome.SAVED, tomcat.request(ID, s -> s.set("count", next)));
      assertEquals(next, t1.read(ID, "count"));
      assertEquals(next, t2.read(ID, "count"));
      assertEquals(next, tomcat("t3", keys1).read(ID, "count"), "no instance is there");
    }
    return count;
  }

  /** The new key seals on one Tomcat before the other has it, against the steps. */
  @Test
  void changesWhenTheOtherTomcatDoesNotKnowTheKeyYetThenNoneIsLostAsSoonAsItDoes() {
    create();
    keys1.use(2, 1);
    assertEquals(SaveOutcome.SAVED, t1.request(ID, session -> session.set("one", "a")));
    t2.request(ID, session -> session.set("two", "b"));
    t2.request(ID, session -> session.set("three", "c"));

    keys2.use(1, 2);
    t2.request(ID, session -> assertEquals("c", session.get("three")));

    EngineTomcat fresh = tomcat("t3", keys1);
    assertEquals("a", fresh.read(ID, "one"));
    assertEquals("b", fresh.read(ID, "two"));
    assertEquals("c", fresh.read(ID, "three"));
  }

  /** It has become known to others: what it has sealed must not count any more. */
  @Test
  void changesWhenTheKeyIsTakenAwayThenASessionInMemoryIsSealedAnew() {
    create();

    keys1.use(3);

    assertEquals(SaveOutcome.SAVED, t1.request(ID, session -> session.set("one", "a")));
    assertEquals("a", tomcat("t3", keys1).read(ID, "one"));
  }

  /** Nothing of the session is in its memory. */
  @Test
  void requestWhenItsTomcatCannotOpenTheRecordAndHasNoInstanceThenThereIsNoSession() {
    create();
    keys1.use(2, 1);
    t1.request(ID, session -> session.set("one", "a"));
    t2.local.clear();

    assertNull(t2.begin(ID));
    assertEquals(2, log.warnings().size(), "one of each node: " + log.warnings());

    keys2.use(1, 2);
    assertEquals("a", t2.read(ID, "one"));
  }

  @Test
  void endWhenItsTomcatCannotOpenTheRecordThenTheOtherTomcatFindsNoSession() {
    create();
    keys1.use(2, 1);
    t1.request(ID, session -> session.set("one", "a"));

    t2.invalidate(Objects.requireNonNull(t2.begin(ID)));

    assertNull(t1.begin(ID));
  }

  /** Some Tomcat has it. */
  @Test
  void leaseWhenItIsSealedWithAKeyThatIsNotHereThenItIsWaitedFor() {
    create();
    keys1.use(2, 1);
    HeldLease held = lease(t1.locks.acquire(id()));
    CompletableFuture<LockOutcome> asked = t2.locks.acquire(id());
    pass(Duration.ofMillis(500));
    assertFalse(asked.isDone());

    held.release().join();
    pass(Duration.ofSeconds(1));

    lease(asked).release().join();
  }

  private static HeldLease lease(CompletableFuture<LockOutcome> asked) {
    return assertInstanceOf(LockOutcome.Granted.class, asked.getNow(null)).lease();
  }

  private void pass(Duration time) {
    nodes.clock.advance(time);
    t2.timer.advance(time);
  }

  private static SessionId id() {
    return new SessionId(ID);
  }

  private void create() {
    FakeInstance session = t1.create(ID);
    session.set("fruit", "apple");
    assertEquals(SaveOutcome.SAVED, t1.end(session));
    assertEquals("apple", t2.read(ID, "fruit"));
  }

  private EngineTomcat tomcat(String name, TestKeys keys) {
    Sealing sealing = Sealing.with(new Sealer(keys, new SecureRandom()), EncryptionMigration.NONE);
    Map<String, NodeStore> sealed = new HashMap<>();
    nodes
        .stores()
        .forEach(
            (node, store) ->
                sealed.put(
                    node,
                    new SealedStore(
                        node,
                        store,
                        sealing,
                        () -> looked(keys),
                        new SessionMetrics(true),
                        nodes.clock)));
    return new EngineTomcat(
        sealed,
        2,
        Granularity.ATTRIBUTE,
        new JdkTranscoder(),
        new Random(name.hashCode()),
        nodes.clock);
  }

  private static CompletableFuture<Void> looked(TestKeys keys) {
    SealingKeys unused = keys.newest();
    return CompletableFuture.completedFuture(null);
  }
}
