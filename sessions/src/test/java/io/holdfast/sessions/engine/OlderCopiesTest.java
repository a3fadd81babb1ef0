package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node has missed a change, and the Tomcat that made the change is gone. */
final class OlderCopiesTest {

  private final Nodes nodes = new Nodes("n1", "n2");

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenANodeHasAnOlderCopyThenItGetsTheNewerOne(String old) {
    pearWithout(old);

    assertEquals("pear", tomcat("t2").read("s", "fruit"));

    assertEquals("pear", readWithout(other(old)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenAWriteCameInBetweenThenThatStays(String old) {
    pearWithout(old);
    EngineTomcat reader = tomcat("t2");
    FakeInstance read = Objects.requireNonNull(reader.begin("s"));
    tomcat("t3").request("s", session -> session.set("fruit", "plum"));

    reader.end(read);

    assertEquals("plum", readWithout(other(old)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenTheSessionEndedInBetweenThenItStaysEnded(String old) {
    pearWithout(old);
    EngineTomcat reader = tomcat("t2");
    FakeInstance read = Objects.requireNonNull(reader.begin("s"));
    EngineTomcat ending = tomcat("t3");
    ending.invalidate(Objects.requireNonNull(ending.begin("s")));

    reader.end(read);

    assertNull(readWithout(other(old)));
  }

  @Test
  void readWhenTheOldNodeDoesNotAnswerOnceThenTheNextRequestTriesItAgain() {
    pearWithout("n2");
    EngineTomcat reader = tomcat("t2");
    FakeInstance read = Objects.requireNonNull(reader.begin("s"));
    nodes.get("n2").failWith(Reason.TIMEOUT);
    reader.end(read);
    nodes.get("n2").heal();

    reader.read("s", "fruit");

    assertEquals("pear", readWithout("n1"));
  }

  /** Its memory for large items is full, or its limit lower than the other node's. */
  @Test
  void readWhenTheOldNodeFindsTheRecordTooLargeThenItIsNotSentWithEachRequest() {
    pearWithout("n2");
    EngineTomcat reader = tomcat("t2");
    nodes.clearOperations();
    for (int i = 0; i < 3; i++) {
      FakeInstance read = Objects.requireNonNull(reader.begin("s"));
      nodes.get("n2").failWith(Reason.TOO_LARGE);
      reader.end(read);
      nodes.get("n2").heal();
    }

    assertEquals(1, nodes.operations().stream().filter(each -> each.equals("store s")).count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenTheOlderCopyIsInChunksThenItGetsTheNewerOneAsAWhole(String old) {
    String large = "pear".repeat(400);
    EngineTomcat writer = chunking("t1");
    FakeInstance session = writer.create("s");
    session.set("fruit", "apple".repeat(400));
    writer.end(session);
    changeWithout(old, writer, large);

    assertEquals(large, chunking("t2").read("s", "fruit"));

    nodes.get(other(old)).wipe();
    assertEquals(large, chunking("t4").read("s", "fruit"));
  }

  /** A session that holds a pear, and on that node an apple yet. */
  private void pearWithout(String old) {
    EngineTomcat writer = tomcat("t1");
    FakeInstance session = writer.create("s");
    session.set("fruit", "apple");
    writer.end(session);
    changeWithout(old, writer, "pear");
  }

  private void changeWithout(String old, EngineTomcat writer, String fruit) {
    FakeInstance session = Objects.requireNonNull(writer.begin("s"));
    session.set("fruit", fruit);
    nodes.get(old).failWith(Reason.REFUSED);
    assertEquals(SaveOutcome.SAVED, writer.end(session));
    nodes.get(old).heal();
  }

  private @Nullable Object readWithout(String lost) {
    nodes.get(lost).wipe();
    return tomcat("t4").read("s", "fruit");
  }

  private static String other(String node) {
    return node.equals("n1") ? "n2" : "n1";
  }

  private EngineTomcat tomcat(String name) {
    return new EngineTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  private EngineTomcat chunking(String name) {
    Random random = new Random(name.hashCode());
    SessionMetrics metrics = new SessionMetrics(true);
    ChunkLimits limits = new ChunkLimits(1_000, 20_000, 4_000);
    Map<String, NodeStore> stores = new HashMap<>();
    nodes
        .stores()
        .forEach((id, node) -> stores.put(id, new ChunkedStore(id, node, limits, random, metrics)));
    return new EngineTomcat(
        stores, 2, Granularity.ATTRIBUTE, new JdkTranscoder(), random, nodes.clock);
  }
}
