package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a request uses the instance that is here, and what that saves. */
final class AffinityTest {

  private static final String ID = "s";
  private static final int REQUESTS = 10;

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat own = tomcat("t1", 2);
  private FakeInstance session;

  private EngineTomcat tomcat(String name, int copies) {
    return EngineTomcat.withAffinity(
        AffinityExplorationTest::sticky,
        nodes.stores(),
        copies,
        Granularity.ATTRIBUTE,
        new JdkTranscoder(),
        new Random(name.hashCode()),
        nodes.clock);
  }

  @BeforeEach
  void create() {
    session = created(own);
  }

  private static FakeInstance created(EngineTomcat tomcat) {
    FakeInstance session = tomcat.create(ID);
    session.set("first", "x");
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));
    return session;
  }

  private boolean isTrusted() {
    return own.shared.isTrusted(session, true);
  }

  private void look() {
    session = Objects.requireNonNull(own.begin(ID));
    own.end(session);
  }

  @Test
  void isTrustedWhenCreatedHereThenOnlyForItsOwnRoute() {
    assertTrue(isTrusted());
    assertFalse(own.shared.isTrusted(session, false));
  }

  @Test
  void isTrustedWhenNotStickyThenNever() {
    EngineTomcat any =
        EngineTomcat.withAffinity(
            health -> Affinity.none(),
            nodes.stores(),
            2,
            Granularity.ATTRIBUTE,
            new JdkTranscoder(),
            new Random(1),
            nodes.clock);

    FakeInstance found = Objects.requireNonNull(any.begin(ID));

    assertFalse(any.shared.isTrusted(found, true));
  }

  @Test
  void isTrustedWhenItHasEndedThenNot() {
    own.invalidate(session);

    assertFalse(isTrusted());
  }

  @Test
  void isTrustedWhenANodeIsLostAndComesBackThenOnceTheNodesWereAskedEachTime() {
    own.health.watch("n1").disconnected("no connection");
    assertFalse(isTrusted());
    look();
    assertTrue(isTrusted());
    own.health.watch("n1").succeeded();
    assertFalse(isTrusted());
    look();

    assertTrue(isTrusted());
  }

  @Test
  void isTrustedWhenTheNodesDoNotAnswerThenNot() {
    nodes.stores().values().forEach(node -> node.failWith(Reason.UNAVAILABLE));
    nodes.ids().forEach(id -> own.health.watch(id).disconnected("no connection"));

    look();

    assertFalse(isTrusted());
  }

  /** A request that is still at work has the former instance. */
  @Test
  void isTrustedWhenAnotherInstanceHereHasSavedSinceThenNot() {
    FakeInstance former = Objects.requireNonNull(own.begin(ID));
    assertEquals(SaveOutcome.SAVED, tomcat("t2", 2).request(ID, s -> s.set("theirs", "x")));
    look();
    assertNotSame(former, session);
    assertTrue(isTrusted());

    former.set("ours", "x");
    assertEquals(SaveOutcome.SAVED, own.end(former));

    assertFalse(isTrusted());
    look();
    assertEquals("x", session.get("ours"));
    assertTrue(isTrusted());
  }

  @Test
  void isTrustedWhenASaveHasFoundWhatAnotherTomcatStoredThenNot() {
    assertEquals(SaveOutcome.SAVED, tomcat("t2", 2).request(ID, s -> s.set("theirs", "x")));
    session.access(own.now());
    session.set("ours", "x");
    assertEquals(SaveOutcome.SAVED, own.end(session));

    assertFalse(isTrusted());
    look();
    assertTrue(isTrusted());
    assertEquals("x", session.get("theirs"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void requestsAtTheOwnTomcatThenWriteOnly(int copies) {
    EngineTomcat tomcat = tomcat("t3", copies);
    nodes.stores().values().forEach(node -> node.wipe());
    FakeInstance here = created(tomcat);
    nodes.clearOperations();

    for (int i = 0; i < REQUESTS; i++) {
      assertTrue(tomcat.shared.isTrusted(here, true));
      here.access(tomcat.now());
      here.set("a" + i, "x");
      assertEquals(SaveOutcome.SAVED, tomcat.end(here));
    }

    assertEquals(0, nodes.count("load"));
    assertEquals(REQUESTS * copies, nodes.operations().size());
  }
}
