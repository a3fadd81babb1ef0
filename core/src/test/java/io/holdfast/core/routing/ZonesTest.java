package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where copies lie when nodes have zones, for many sessions. */
final class ZonesTest {

  private static final int IDS = 50_000;
  private static final Map<String, String> TWO_AND_TWO =
      Map.of("n1", "a", "n2", "a", "n3", "b", "n4", "b");

  private final Set<String> lost = new HashSet<>();

  /** Each list has a letter for the zone of each node. */
  @ParameterizedTest
  @ValueSource(strings = {"aabb", "ab", "aaab", "aabbcc", "abbccc", "abcde"})
  void targetsWhenThereAreTwoZonesThenCopiesLieInBoth(String zones) {
    Map<String, String> zoneOfNode = zones(zones);
    Placement placement = placement(zoneOfNode, Zones.of(zoneOfNode));

    assertEquals(0, inOneZone(placement, zoneOfNode));
  }

  /** What zones are for. */
  @Test
  void targetsWhenZonesAreNotNamedThenAThirdHaveBothCopiesInOne() {
    Placement placement = placement(TWO_AND_TWO, Zones.NONE);

    assertEquals(IDS / 3.0, (double) inOneZone(placement, TWO_AND_TWO), IDS / 100.0);
  }

  @Test
  void targetsWhenAZoneIsLostThenTheOtherHasACopyOfEachSession() {
    Placement placement = placement(TWO_AND_TWO, Zones.of(TWO_AND_TWO));
    Map<String, List<String>> before =
        ids().collect(Collectors.toMap(id -> id, placement::targets));

    lost.addAll(Set.of("n3", "n4"));

    before.forEach(
        (id, targets) -> {
          String left = targets.stream().filter(node -> !lost.contains(node)).findFirst().get();
          assertEquals(left, placement.readOrder(id).get(0), id);
          assertEquals(2, placement.targets(id).size(), id);
        });
  }

  @Test
  void targetsWhenOneNodeOfAZoneIsLostThenItsSecondStandsIn() {
    lost.add("n3");
    Placement placement = placement(TWO_AND_TWO, Zones.of(TWO_AND_TWO));

    assertEquals(0, inOneZone(placement, TWO_AND_TWO));
  }

  /** So that Tomcats with and without zones find each other's sessions. */
  @Test
  void targetsWhenZonesAreNamedThenTheFirstNodeIsTheSame() {
    Placement without = placement(TWO_AND_TWO, Zones.NONE);
    Placement with = placement(TWO_AND_TWO, Zones.of(TWO_AND_TWO));

    ids().forEach(id -> assertEquals(without.targets(id).get(0), with.targets(id).get(0), id));
  }

  @Test
  void targetsWhenZonesHaveAsManyNodesThenEachNodeHasItsShare() {
    Placement placement = placement(TWO_AND_TWO, Zones.of(TWO_AND_TWO));
    Map<String, Integer> copies = new HashMap<>();

    ids().forEach(id -> placement.targets(id).forEach(node -> copies.merge(node, 1, Integer::sum)));

    copies.values().forEach(each -> assertEquals(IDS / 2.0, each, IDS / 100.0));
  }

  /** Marks and lists are found where every Tomcat looks. */
  @Test
  void ordersWhenAllNodesAnswerThenHaveEachNodeOnce() {
    Placement placement = placement(TWO_AND_TWO, Zones.of(TWO_AND_TWO));

    ids()
        .limit(1000)
        .forEach(
            id -> {
              List<String> order = placement.commonOrder(id);
              assertEquals(TWO_AND_TWO.keySet(), new HashSet<>(order));
              assertEquals(4, order.size());
              assertEquals(order, placement.writeOrder(id));
              assertEquals(order, placement.readOrder(id));
            });
  }

  /** A sticky session whose one copy is in another zone than its Tomcat. */
  @ParameterizedTest
  @ValueSource(strings = {"aabb", "aaab", "aaaabbbb", "aabbcc", "abbbcc"})
  void targetWhenTheTomcatHasAZoneThenLiesInAnother(String zones) {
    Map<String, String> zoneOfNode = zones(zones);
    Placement inA = ofTomcat("a", zoneOfNode);

    ids().forEach(id -> assertNotEquals("a", zoneOfNode.get(inA.targets(id).get(0)), id));
  }

  /** Else the newest record could be on a node that is not read, and an older one is. */
  @ParameterizedTest
  @ValueSource(strings = {"aabb", "aaab", "aaaabbbb", "aabbcc", "abbbcc"})
  void readOrderWhenTomcatsHaveZonesThenHasTheTargetsOfAllAmongItsFirstTwo(String zones) {
    Map<String, String> zoneOfNode = zones(zones);
    Set<String> names = new HashSet<>(zoneOfNode.values());
    List<Placement> tomcats = names.stream().map(zone -> ofTomcat(zone, zoneOfNode)).toList();
    Placement withoutZone = placement(zoneOfNode, Zones.of(zoneOfNode));

    ids()
        .limit(IDS / 10)
        .forEach(
            id -> {
              List<String> first = withoutZone.readOrder(id).subList(0, 2);
              for (Placement tomcat : tomcats) {
                assertEquals(first, tomcat.readOrder(id).subList(0, 2), id);
                assertTrue(first.contains(tomcat.targets(id).get(0)), id);
              }
            });
  }

  /** Else an old copy could be read, and not what this Tomcat has written. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void readOrderWhenThereAreFailoverNodesThenHasTheTargetsAmongTheNodesThatAreAsked(int copies) {
    Map<String, String> zoneOfNode = zones("aaaabbbb");
    Placement placement =
        new Placement(
            zoneOfNode.keySet().stream().sorted().toList(),
            Set.of("n1", "n2", "n3", "n8"),
            copies,
            node -> true,
            List.of(),
            Zones.of(zoneOfNode));

    ids()
        .limit(IDS / 10)
        .forEach(
            id ->
                assertTrue(
                    placement.readOrder(id).subList(0, 4).containsAll(placement.targets(id)), id));
  }

  @Test
  void targetWhenNoOtherZoneAnswersThenIsInItsOwn() {
    lost.addAll(Set.of("n3", "n4"));
    Placement inA = ofTomcat("a", TWO_AND_TWO);

    ids().limit(1000).forEach(id -> assertEquals(1, inA.targets(id).size(), id));
  }

  private Placement ofTomcat(String zone, Map<String, String> zoneOfNode) {
    List<NodeAddress> nodes =
        zoneOfNode.keySet().stream()
            .sorted()
            .map(id -> new NodeAddress(id, id, 11_211).inZone(zoneOfNode.get(id)))
            .toList();
    NodeLayout layout = new NodeLayout(nodes, Set.of(), 1, zone);
    return new Placement(
        layout.nodeIds(),
        layout.standbyNodes(),
        1,
        node -> !lost.contains(node),
        List.of(),
        Zones.of(layout.zones()));
  }

  private static long inOneZone(Placement placement, Map<String, String> zoneOfNode) {
    return ids()
        .map(placement::targets)
        .peek(targets -> assertTrue(targets.size() == 2, targets::toString))
        .filter(targets -> targets.stream().map(zoneOfNode::get).distinct().count() < 2)
        .count();
  }

  private static Stream<String> ids() {
    return IntStream.range(0, IDS).mapToObj(i -> "session-" + i);
  }

  private static Map<String, String> zones(String letters) {
    return IntStream.range(0, letters.length())
        .boxed()
        .collect(Collectors.toMap(i -> "n" + (i + 1), i -> letters.substring(i, i + 1)));
  }

  private Placement placement(Map<String, String> zoneOfNode, Zones zones) {
    return new Placement(
        zoneOfNode.keySet().stream().sorted().toList(),
        Set.of(),
        2,
        node -> !lost.contains(node),
        List.of(),
        zones);
  }
}
