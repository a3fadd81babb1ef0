package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeRouterTest {

  private static final int KEYS = 10_000;

  @ParameterizedTest
  @CsvSource({
    "0123456789ABCDEF0123456789ABCDEF, n2 n1 n3",
    "FEDCBA9876543210FEDCBA9876543210, n1 n3 n2",
    "a, n2 n1 n3",
    "user-42, n3 n2 n1",
  })
  void orderWhenKeyIsKnownThenSameAsInEveryVersion(String key, String expected) {
    NodeRouter router = new NodeRouter(List.of("n1", "n2", "n3"));

    List<String> order = router.order(key);

    assertEquals(List.of(expected.split(" ")), order);
  }

  @Test
  void orderWhenNodesAreListedDifferentlyThenSame() {
    NodeRouter one = new NodeRouter(List.of("n1", "n2", "n3"));
    NodeRouter other = new NodeRouter(List.of("n3", "n1", "n2"));

    for (String key : keys()) {
      assertEquals(one.order(key), other.order(key));
    }
  }

  /** Chi-square with the 99.99 % quantile of n - 1 degrees of freedom, rounded up. */
  @ParameterizedTest
  @CsvSource({"2, 16", "3, 19", "5, 24", "16, 45"})
  void orderWhenManyKeysThenBalancedAtEachRank(int count, double bound) {
    NodeRouter router = new NodeRouter(nodes(count));
    List<Map<String, Integer>> byRank = new ArrayList<>();
    IntStream.range(0, count).forEach(rank -> byRank.add(new HashMap<>()));

    for (String key : keys()) {
      List<String> order = router.order(key);
      for (int rank = 0; rank < count; rank++) {
        byRank.get(rank).merge(order.get(rank), 1, Integer::sum);
      }
    }

    for (Map<String, Integer> hits : byRank) {
      assertTrue(chiSquare(hits, count) < bound, () -> hits.toString());
    }
  }

  @Test
  void orderWhenKeysAreConsecutiveNumbersThenBalanced() {
    NodeRouter router = new NodeRouter(nodes(4));
    Map<String, Integer> hits = new HashMap<>();

    for (int i = 0; i < KEYS; i++) {
      hits.merge(router.order("session" + i).get(0), 1, Integer::sum);
    }

    assertTrue(chiSquare(hits, 4) < 22, hits::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n0", "n2", "n4"})
  void orderWhenNodeIsRemovedThenOthersKeepTheirOrder(String removed) {
    NodeRouter all = new NodeRouter(nodes(5));
    NodeRouter fewer = new NodeRouter(nodes(5).stream().filter(n -> !n.equals(removed)).toList());

    for (String key : keys()) {
      List<String> expected = new ArrayList<>(all.order(key));
      expected.remove(removed);
      assertEquals(expected, fewer.order(key));
    }
  }

  @Test
  void orderWhenNodeIsAddedThenOnlyItsShareMoves() {
    NodeRouter before = new NodeRouter(nodes(4));
    NodeRouter after = new NodeRouter(nodes(5));
    int moved = 0;

    for (String key : keys()) {
      List<String> order = after.order(key);
      if (!order.get(0).equals(before.order(key).get(0))) {
        assertEquals("n4", order.get(0));
        assertEquals(before.order(key).get(0), order.get(1));
        moved++;
      }
    }

    assertEquals(KEYS / 5.0, moved, KEYS / 50.0);
  }

  @Test
  void orderWhenResultIsModifiedThenRefused() {
    List<String> order = new NodeRouter(nodes(2)).order("a");

    assertThrows(UnsupportedOperationException.class, () -> order.set(0, "x"));
  }

  @Test
  void createWhenNoNodeOrTwiceTheSameThenRefused() {
    assertThrows(IllegalArgumentException.class, () -> new NodeRouter(List.of()));
    assertThrows(IllegalArgumentException.class, () -> new NodeRouter(List.of("n1", "n1")));
  }

  private static double chiSquare(Map<String, Integer> hits, int count) {
    double expected = (double) KEYS / count;
    return hits.values().stream().mapToDouble(n -> (n - expected) * (n - expected)).sum()
        / expected;
  }

  private static List<String> nodes(int count) {
    return IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
  }

  /** Ids as Tomcat makes them: 32 hexadecimal digits. */
  private static List<String> keys() {
    Random random = new Random(42);
    return IntStream.range(0, KEYS)
        .mapToObj(i -> "%016X%016X".formatted(random.nextLong(), random.nextLong()))
        .toList();
  }
}
