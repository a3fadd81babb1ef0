package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.model.Nodes;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A save replaces what the save before it has written, and needs no read for that. */
final class WrittenVersionsTest {

  private static final String ID = "s";
  private static final long SAVES = 10;

  private final Nodes nodes = new Nodes("n1", "n2");

  private EngineTomcat tomcat(String name, int copies) {
    return new EngineTomcat(name, nodes, copies, Granularity.ATTRIBUTE);
  }

  private static FakeInstance created(EngineTomcat tomcat) {
    FakeInstance session = tomcat.create(ID);
    session.set("first", "x");
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));
    return session;
  }

  private static SaveOutcome change(EngineTomcat tomcat, FakeInstance session, String name) {
    session.access(tomcat.now());
    session.set(name, "x");
    return tomcat.end(session);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void saveWhenOnlyThisInstanceWritesThenNoReadIsNeeded(int copies) {
    EngineTomcat tomcat = tomcat("t1", copies);
    FakeInstance session = created(tomcat);
    nodes.clearOperations();

    for (int i = 0; i < SAVES; i++) {
      assertEquals(SaveOutcome.SAVED, change(tomcat, session, "a" + i));
    }

    assertEquals(0, nodes.count("load"));
    assertEquals(SAVES * copies, nodes.count("store"));
    assertEquals("x", tomcat("t2", copies).read(ID, "a" + (SAVES - 1)));
  }

  /** As with memcached before 1.6.13: one read of two nodes before each write. */
  @Test
  void saveWhenNodesDoNotReportVersionsThenEachBeginsWithARead() {
    nodes.stores().values().forEach(node -> node.reportNoVersions());
    EngineTomcat tomcat = tomcat("t1", 2);
    FakeInstance session = created(tomcat);
    nodes.clearOperations();

    for (int i = 0; i < SAVES; i++) {
      assertEquals(SaveOutcome.SAVED, change(tomcat, session, "a" + i));
    }

    assertEquals(SAVES * 2 * 2, nodes.count("load")); // a record and its last access each
    assertEquals(SAVES * 2, nodes.count("store"));
    assertEquals("x", tomcat("t2", 2).read(ID, "a" + (SAVES - 1)));
  }

  @Test
  void saveWhenAnotherTomcatHasWrittenThenKeepsWhatThatHasWritten() {
    EngineTomcat t1 = tomcat("t1", 2);
    EngineTomcat t2 = tomcat("t2", 2);
    FakeInstance session = created(t1);
    assertEquals(SaveOutcome.SAVED, t2.request(ID, taken -> taken.set("theirs", "x")));

    assertEquals(SaveOutcome.SAVED, change(t1, session, "ours"));

    assertEquals("x", t2.read(ID, "theirs"));
    assertEquals("x", t2.read(ID, "ours"));
  }

  /** Else the whole record is sent once for nothing. */
  @Test
  void saveWhenAnotherInstanceHereHasWrittenThenReadsFirst() {
    EngineTomcat tomcat = tomcat("t1", 2);
    FakeInstance session = created(tomcat);
    FakeInstance beside = Objects.requireNonNull(EngineTomcat.now(tomcat.beginAloneLater(ID)));
    beside.set("beside", "x");
    assertEquals(SaveOutcome.SAVED, tomcat.end(beside));

    assertEquals(SaveOutcome.SAVED, change(tomcat, session, "ours"));

    assertEquals(0, tomcat.count(Metric.SAVE_CONFLICTS));
    assertEquals("x", tomcat("t2", 2).read(ID, "beside"));
    assertEquals("x", tomcat("t2", 2).read(ID, "ours"));
  }

  @Test
  void saveWhenAnotherTomcatHasEndedTheSessionThenIsRefused() {
    EngineTomcat t1 = tomcat("t1", 2);
    EngineTomcat t2 = tomcat("t2", 2);
    FakeInstance session = created(t1);
    t2.invalidate(Objects.requireNonNull(t2.begin(ID)));

    assertEquals(SaveOutcome.ENDED, change(t1, session, "late"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2", "n1 n2"})
  void saveWhenNodesWereRestartedEmptyThenStoresTheSessionThere(String restarted) {
    EngineTomcat tomcat = tomcat("t1", 2);
    FakeInstance session = created(tomcat);
    for (String node : restarted.split(" ", -1)) {
      nodes.get(node).wipe();
    }

    assertEquals(SaveOutcome.SAVED, change(tomcat, session, "later"));

    assertEquals("x", tomcat("t2", 2).read(ID, "first"));
    assertEquals("x", tomcat("t2", 2).read(ID, "later"));
  }

  @Test
  void endWhenThisInstanceHasWrittenThenNoReadIsNeeded() {
    EngineTomcat tomcat = tomcat("t1", 2);
    FakeInstance session = created(tomcat);
    nodes.clearOperations();

    tomcat.invalidate(session);

    assertEquals(0, nodes.count("load"));
    assertEquals(null, tomcat("t2", 2).begin(ID));
  }
}
