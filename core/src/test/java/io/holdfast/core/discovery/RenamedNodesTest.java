package io.holdfast.core.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.storage.TestClock;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Targets of SRV records are named after the first label of their hosts, or after host and port
 * where they share it: so a server gets another id when one that shares its label comes or goes.
 */
final class RenamedNodesTest {

  private static final List<String> BOTH =
      List.of("a.east.example", "b.east.example", "a.west.example", "b.west.example");
  private static final List<String> EAST = List.of("a.east.example", "b.east.example");
  private static final int ANSWERS = 40;

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final List<NodeLayout> layouts = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void acceptWhenThoseThatShareLabelsGoThenNoServerIsInTheListTwice(boolean isShared)
      throws IOException {
    follow(isShared, BOTH, EAST);

    assertEachServerOnce();
    assertEquals(Set.of("a", "b"), Set.copyOf(last().nodeIds()));
    assertEquals(Set.of(), last().failoverNodes());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void acceptWhenOthersWithTheirLabelsComeThenNoServerIsInTheListTwice(boolean isShared)
      throws IOException {
    follow(isShared, EAST, BOTH);

    assertEachServerOnce();
    assertEquals(
        BOTH.stream().map(host -> host + ":11211").collect(Collectors.toSet()),
        Set.copyOf(last().nodeIds()));
    assertEquals(Set.of(), last().failoverNodes());
  }

  private void follow(boolean isShared, List<String> first, List<String> then) throws IOException {
    layouts.add(new NodeLayout(answer(first), Set.of(), 2));
    NodeFollower follower =
        new NodeFollower(
            TestDiscovery.settings("x", 1),
            isShared,
            last(),
            clock,
            next -> {
              layouts.add(next);
              return CompletableFuture.completedFuture(null);
            });
    for (int i = 0; i < ANSWERS; i++) {
      follower.accept(answer(then));
      clock.advance(TestDiscovery.settings("x", 1).interval());
    }
  }

  private static List<NodeAddress> answer(List<String> hosts) throws IOException {
    List<String> records = hosts.stream().map("0 0 11211 %s."::formatted).toList();
    return new SrvNodes(
            "service.",
            (name, type) -> type.equals("SRV") ? records : List.of("an address"),
            () -> SearchList.NONE)
        .find();
  }

  private NodeLayout last() {
    return layouts.get(layouts.size() - 1);
  }

  /** Else both copies of a session could be on one server. */
  private void assertEachServerOnce() {
    for (NodeLayout layout : layouts) {
      Set<String> servers =
          layout.nodes().stream()
              .map(NodeAddress::hostAndPort)
              .collect(Collectors.toCollection(TreeSet::new));
      assertTrue(servers.size() == layout.nodes().size(), layout::toString);
    }
  }
}
