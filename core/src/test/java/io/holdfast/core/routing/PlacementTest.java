package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlacementTest {

  /** A key whose nodes are n2, n1, n3 in this order; see {@link NodeRouterTest}. */
  private static final String KEY = "a";

  /** Of nodes 1, 2 and 3; those that fail over, that leave, and that are lost. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # order | nodes | failover | leaving | lost | copies | expected
          write   | 123 |    |   |     | 1 | 213
          write   | 123 |    |   | 2   | 1 | 13
          # another node answers, so no failover node; only those answer
          write   | 123 | 2  |   |     | 1 | 13
          write   | 123 | 2  |   | 13  | 1 | 2
          # only a leaving node answers
          write   | 13  |    | 2 | 13  | 1 |
          standby | 123 | 12 |   | 1   | 1 | 2
          standby | 123 |    |   | 1   | 1 |
          standby | 123 | 2  |   | 13  | 1 |
          # the same as for Tomcats where the node is not for failover
          common  | 123 | 2  |   |     | 1 | 213
          common  | 123 |    |   | 1   | 1 | 23
          common  | 13  |    | 2 | 13  | 1 |
          targets | 123 |    |   |     | 2 | 21
          targets | 123 |    |   | 12  | 2 | 3
          targets | 123 | 1  |   | 123 | 2 |
          # failover nodes come last, and a leaving one after all others
          read    | 123 | 2  |   |     | 1 | 132
          read    | 123 | 2  |   | 1   | 1 | 32
          read    | 13  | 1  | 2 |     | 1 | 312
          read    | 13  |    | 2 | 13  | 1 | 2
          """)
  void orderWhenNodesAreSuchThenHasThese(
      String order,
      String nodes,
      @Nullable String failover,
      @Nullable String leaving,
      @Nullable String lost,
      int copies,
      @Nullable String expected) {
    List<String> away = ids(lost);
    Set<String> standby = new LinkedHashSet<>(ids(failover));
    Placement placement =
        new Placement(
            ids(nodes), standby, copies, node -> !away.contains(node), ids(leaving), Zones.NONE);

    List<String> found =
        switch (order) {
          case "write" -> placement.writeOrder(KEY);
          case "standby" -> placement.standbyOrder(KEY);
          case "common" -> placement.commonOrder(KEY);
          case "targets" -> placement.targets(KEY);
          default -> placement.readOrder(KEY);
        };

    assertEquals(ids(expected), found);
    assertEquals(ids(nodes).size(), placement.nodeCount());
  }

  private static List<String> ids(@Nullable String numbers) {
    return numbers == null
        ? List.of()
        : Arrays.stream(numbers.split("")).map(number -> "n" + number).toList();
  }
}
