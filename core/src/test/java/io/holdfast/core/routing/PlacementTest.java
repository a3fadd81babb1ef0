package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PlacementTest {

  private static final List<String> NODES = List.of("n1", "n2", "n3");

  /** A key whose nodes are n2, n1, n3 in this order; see {@link NodeRouterTest}. */
  private static final String KEY = "a";

  private final Set<String> lost = new HashSet<>();

  @Test
  void writeOrderWhenAllAnswerThenAsTheRouterSays() {
    Placement placement = placement(Set.of(), 1);

    List<String> order = placement.writeOrder(KEY);

    assertEquals(List.of("n2", "n1", "n3"), order);
  }

  @Test
  void writeOrderWhenTheFirstIsLostThenTheSecondTakesItsPlace() {
    lost.add("n2");

    List<String> order = placement(Set.of(), 1).writeOrder(KEY);

    assertEquals(List.of("n1", "n3"), order);
  }

  @Test
  void writeOrderWhenAnotherNodeAnswersThenNoFailoverNode() {
    List<String> order = placement(Set.of("n2"), 1).writeOrder(KEY);

    assertEquals(List.of("n1", "n3"), order);
  }

  @Test
  void writeOrderWhenOnlyFailoverNodesAnswerThenThose() {
    lost.addAll(Set.of("n1", "n3"));

    List<String> order = placement(Set.of("n2"), 1).writeOrder(KEY);

    assertEquals(List.of("n2"), order);
  }

  @Test
  void standbyOrderWhenAnotherNodeAnswersThenTheFailoverNodesThatAnswer() {
    lost.add("n1");

    assertEquals(List.of("n2"), placement(Set.of("n2", "n1"), 1).standbyOrder(KEY));
    assertEquals(List.of(), placement(Set.of(), 1).standbyOrder(KEY));
  }

  @Test
  void standbyOrderWhenOnlyFailoverNodesAnswerThenNone() {
    lost.addAll(Set.of("n1", "n3"));

    assertEquals(List.of(), placement(Set.of("n2"), 1).standbyOrder(KEY));
  }

  @Test
  void commonOrderWhenANodeIsForFailoverThenTheSameAsForTomcatsWhereItIsNot() {
    List<String> order = placement(Set.of("n2"), 1).commonOrder(KEY);

    assertEquals(List.of("n2", "n1", "n3"), order);
  }

  @Test
  void commonOrderWhenANodeIsLostThenWithoutIt() {
    lost.add("n1");

    assertEquals(List.of("n2", "n3"), placement(Set.of(), 1).commonOrder(KEY));
  }

  @Test
  void targetsWhenTwoCopiesThenTheFirstTwo() {
    List<String> targets = placement(Set.of(), 2).targets(KEY);

    assertEquals(List.of("n2", "n1"), targets);
  }

  @Test
  void targetsWhenFewerNodesAnswerThanCopiesThenThose() {
    lost.addAll(Set.of("n1", "n2"));

    List<String> targets = placement(Set.of(), 2).targets(KEY);

    assertEquals(List.of("n3"), targets);
  }

  @Test
  void targetsWhenNobodyAnswersThenNone() {
    lost.addAll(NODES);

    List<String> targets = placement(Set.of("n1"), 2).targets(KEY);

    assertEquals(List.of(), targets);
  }

  @Test
  void readOrderWhenThereAreFailoverNodesThenTheyComeLast() {
    List<String> order = placement(Set.of("n2"), 1).readOrder(KEY);

    assertEquals(List.of("n1", "n3", "n2"), order);
  }

  @Test
  void readOrderWhenNodesAreLostThenOnlyThoseThatAnswer() {
    lost.add("n1");

    List<String> order = placement(Set.of("n2"), 1).readOrder(KEY);

    assertEquals(List.of("n3", "n2"), order);
  }

  @Test
  void readOrderWhenANodeIsLeavingThenItComesAfterAllOthers() {
    Placement placement =
        new Placement(
            List.of("n1", "n3"), Set.of("n1"), 1, this::answers, List.of("n2"), Zones.NONE);

    assertEquals(List.of("n3", "n1", "n2"), placement.readOrder(KEY));
    assertEquals(2, placement.nodeCount());
  }

  @Test
  void writeOrderWhenOnlyALeavingNodeAnswersThenNone() {
    lost.addAll(Set.of("n1", "n3"));
    Placement placement =
        new Placement(List.of("n1", "n3"), Set.of(), 1, this::answers, List.of("n2"), Zones.NONE);

    assertEquals(List.of(), placement.writeOrder(KEY));
    assertEquals(List.of(), placement.commonOrder(KEY));
    assertEquals(List.of("n2"), placement.readOrder(KEY));
  }

  private boolean answers(String node) {
    return !lost.contains(node);
  }

  private Placement placement(Set<String> failoverNodes, int copies) {
    return new Placement(NODES, failoverNodes, copies, node -> !lost.contains(node));
  }
}
