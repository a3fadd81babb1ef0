package io.holdfast.core.discovery;

import static io.holdfast.core.discovery.TestDiscovery.layout;
import static io.holdfast.core.discovery.TestDiscovery.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes of one letter each; {@code -} in front of those that are read only. */
final class NodeStepsTest {

  private static final NodeAddress PLACEHOLDER = new NodeAddress("dns:x:1", "x", 1);
  private static final NodeSteps STICKY = new NodeSteps(false, PLACEHOLDER);
  private static final NodeSteps SHARED = new NodeSteps(true, PLACEHOLDER);

  @ParameterizedTest
  @CsvSource({
    // copies, now, found, then step after step
    "1, a,   ab,   a-b ab",
    "1, a,   abcd, a-b-c-d abcd",
    "1, ab,  a,    a",
    "1, abc, a,    ac a",
    "1, a,   b,    b",
    "2, abc, ad,   ac-d ad",
    "3, abcd, a,   ad a",
    "1, ab,  ba,   ''",
  })
  void nextWhenStickyThenNodesThatComeAreReadBeforeTheyAreWritten(
      int copies, String now, String found, String steps) {
    assertEquals(steps, path(STICKY, layout(now, copies), nodes(found)));
  }

  @ParameterizedTest
  @CsvSource({
    "2, ab,   abcd, abc abcd",
    "2, abcd, a,    acd ad a",
    "2, ab,   cd,   bc cd",
    "3, abc,  def,  cde def",
    "2, ab,   ab,   ''",
  })
  void nextWhenSharedThenFewerComeAndGoThanThereAreCopies(
      int copies, String now, String found, String steps) {
    assertEquals(steps, path(SHARED, layout(now, copies), nodes(found)));
  }

  @Test
  void nextWhenNothingWasFoundBeforeThenAllComeAtOnce() {
    NodeLayout next =
        SHARED.next(new NodeLayout(List.of(PLACEHOLDER), Set.of(), 2), nodes("abcd"), Set.of());

    assertEquals(layout("abcd", 2), next);
  }

  @Test
  void nextWhenANodeIsMissingButNotGoneThenItStays() {
    assertNull(STICKY.next(layout("ab", 1), nodes("a"), Set.of()));
  }

  @Test
  void nextWhenAnIdHasAnotherAddressThenItComesWhenTheFormerOneGoes() {
    NodeAddress moved = new NodeAddress("b", "elsewhere", 1);
    List<NodeAddress> found = List.of(nodes("a").get(0), moved);

    assertNull(SHARED.next(layout("ab", 2), found, Set.of()));
    assertEquals(
        new NodeLayout(found, Set.of(), 2),
        SHARED.next(layout("ab", 2), found, Set.of(nodes("b").get(0))));
  }

  /** As ConfigurationParser would allow it by JMX: each pair of neighbours shares enough nodes. */
  @Test
  void nextWhenAllAreExchangedThenNoTwoNeighboursDifferByMoreThanAllowed() {
    NodeLayout before = layout("abcdef", 3);
    List<NodeAddress> found = nodes("uvwxyz");
    while (!Set.copyOf(before.nodes()).equals(Set.copyOf(found))) {
      NodeLayout next = Objects.requireNonNull(SHARED.next(before, found, gone(before, found)));
      assertTrue(news(before, next) < 3 && news(next, before) < 3, () -> next.toString());
      before = next;
    }
  }

  private static int news(NodeLayout before, NodeLayout next) {
    Set<NodeAddress> news = new HashSet<>(next.nodes());
    news.removeAll(before.nodes());
    return news.size();
  }

  private static Set<NodeAddress> gone(NodeLayout now, List<NodeAddress> found) {
    Set<NodeAddress> gone = new HashSet<>(now.nodes());
    gone.removeAll(found);
    return gone;
  }

  private static String path(NodeSteps steps, NodeLayout from, List<NodeAddress> found) {
    List<String> path = new ArrayList<>();
    NodeLayout now = from;
    for (NodeLayout next = steps.next(now, found, gone(now, found));
        next != null;
        next = steps.next(now, found, gone(now, found))) {
      path.add(shown(next));
      now = next;
    }
    return String.join(" ", path);
  }

  private static String shown(NodeLayout layout) {
    return layout.nodeIds().stream()
        .sorted()
        .map(id -> layout.failoverNodes().contains(id) ? "-" + id : id)
        .collect(Collectors.joining());
  }
}
