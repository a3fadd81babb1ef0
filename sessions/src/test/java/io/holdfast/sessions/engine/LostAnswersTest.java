package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A change of the id, while another Tomcat stores something under the former one, and one answer of
 * a node is lost: each one that the change of the id gets, on each line.
 */
final class LostAnswersTest {

  /** More than a change of the id sends to one node. */
  private static final int OPERATIONS = 12;

  private final Nodes nodes = new Nodes("n1", "n2");
  private final Map<String, CutLine> lines = new TreeMap<>();
  private final EngineTomcat t1 = tomcat("t1", lines);
  private final EngineTomcat t2 = tomcat("t2", new TreeMap<>());

  private EngineTomcat tomcat(String name, Map<String, CutLine> to) {
    nodes.stores().forEach((node, store) -> to.put(node, new CutLine(store)));
    return EngineTomcat.repairing(
        new HashMap<>(to), Granularity.ATTRIBUTE, new Random(name.hashCode()), nodes.clock);
  }

  static Stream<Arguments> losses() {
    List<Arguments> all = new ArrayList<>();
    for (String former : List.of("old", "older", "oldest")) { // which differ in their first node
      for (String missed : List.of("", "n1", "n2")) {
        for (String node : List.of("n1", "n2")) {
          IntStream.range(0, OPERATIONS)
              .forEach(count -> all.add(Arguments.of(former, missed, node, count)));
        }
      }
    }
    return all.stream();
  }

  /**
   * Tries one.
   *
   * @param missed the node that the Tomcat did not reach when it loaded the session; none if empty
   * @param node whose answer is lost
   * @param count of how many answers of that node before
   */
  @ParameterizedTest
  @MethodSource("losses")
  void renameWhenOneAnswerIsLostThenWhatAnotherStoredIsThereAtOnce(
      String former, String missed, String node, int count) {
    FakeInstance created = t2.create(former);
    created.set("list", "a");
    t2.end(created);
    become(missed, CutLine.State.CUT);
    FakeInstance session = Objects.requireNonNull(t1.begin(former));
    become(missed, CutLine.State.WHOLE);
    assertEquals(SaveOutcome.SAVED, t2.request(former, s -> s.set("list", "ab")));

    Objects.requireNonNull(lines.get(node)).loseAnswerAfter(count);
    session.changeId(new SessionId("new"));
    SaveOutcome outcome = EngineTomcat.now(t1.shared.renamed(session, new SessionId(former)));

    assertEquals(SaveOutcome.SAVED, outcome);
    assertNull(t2.begin(former));
    assertEquals("ab", t2.read("new", "list"));
  }

  private void become(String node, CutLine.State state) {
    CutLine line = lines.get(node);
    if (line != null) {
      line.become(state);
      if (state == CutLine.State.WHOLE) {
        t1.health.watch(node).succeeded();
      }
    }
  }
}
