package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.DiscoverySettings.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Zones in {@code memcachedNodes}, and that of a Tomcat. */
final class NodeZonesTest {

  private static final String THREE = "n1:cache1:11211@a,n2:cache2:11211@a,n3:cache3:11211@b";
  private static final String FOUND = "dns:cache-a:11211@a,dns:cache-b:11212@b";

  @Test
  void zonesWhenNamedThenEachNodeHasItsOwn() {
    NodeLayout layout = layout("n1:cache1:11211@zone-a, n2:[::1]:11211@zone-b");

    assertEquals(Map.of("n1", "zone-a", "n2", "zone-b"), layout.zones());
    assertEquals("cache1", layout.nodes().get(0).host());
    assertEquals("n1:cache1:11211@zone-a,n2:[::1]:11211@zone-b", layout.nodeList());
  }

  @Test
  void zonesWhenTheNodesAreValkeyThenAreNamedAsInAUrl() {
    String nodes = "n1:valkey://cache1:6379?zone=zone-a,valkey://[::1]:6379?zone=zone-b";

    NodeLayout layout = layout(nodes);

    assertEquals(Map.of("n1", "zone-a", "[::1]:6379", "zone-b"), layout.zones());
    assertEquals(nodes, layout.nodeList());
    assertEquals(layout.nodes(), layout(layout.nodeList()).nodes());
  }

  @Test
  void zonesWhenANodeHasNoIdThenIsOfThatAddress() {
    assertEquals(
        Map.of("cache1:11211", "a", "cache2:11211", "b"),
        layout("cache1:11211@a,cache2:11211@b").zones());
  }

  @Test
  void zonesWhenNotNamedThenAreNone() {
    assertEquals(Map.of(), layout("n1:cache1:11211,n2:cache2:11211").zones());
  }

  @Test
  void zonesWhenOneNodeHasNoneThenAreRefused() {
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class, () -> layout("n1:cache1:11211@a,n2:cache2:11211"));

    assertTrue(String.valueOf(e.getMessage()).contains("the node \"n2\" has no zone"), e::toString);
  }

  // ---- the zone of a Tomcat ----

  @Test
  void standbyWhenATomcatHasAZoneThenAreTheNodesInIt() {
    assertEquals(Set.of("n1", "n2"), ofTomcat("a").standbyNodes());
    assertEquals(Set.of("n3"), ofTomcat("b").standbyNodes());
    assertEquals(Set.of(), ofTomcat("c").standbyNodes());
  }

  @Test
  void standbyWhenNoZoneIsNamedThenAreNone() {
    assertEquals(Set.of(), layout(THREE).standbyNodes());
  }

  /** One of two copies is in another zone anyway. */
  @Test
  void standbyWhenASessionHasTwoCopiesThenAreNone() {
    assertEquals(Set.of(), ofTomcat("a", Setting.COPIES, "2").standbyNodes());
  }

  /** All Tomcats must write a session to the same nodes. */
  @Test
  void standbyWhenSessionsAreNotStickyThenAreNone() {
    assertEquals(
        Set.of(), ofTomcat("a", Setting.STICKY, "false", Setting.COPIES, "1").standbyNodes());
  }

  @Test
  void standbyWhenAllNodesAreInTheZoneThenAreNone() {
    assertEquals(
        Set.of(),
        parse(Map.of(Setting.MEMCACHED_NODES, "n1:a:1@a,n2:b:2@a", Setting.ZONE, "a"))
            .layout()
            .standbyNodes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n1:a:1,n2:b:2     | a       |    | the nodes have no zones",
        "n1:a:1@a,n2:b:2@b | a       | n1 | failoverNodes names the nodes",
        "n1:a:1@a,n2:b:2@b | a b     |    | write it as behind @",
        "n1:a:1@a,n2:b:2@b | ${zone} |    | the property ${zone} is not known"
      })
  void zoneWhenItCannotBeUsedThenIsRefused(
      String nodes, String zone, @Nullable String failover, String reason) {
    Map<Setting<?>, String> values = new HashMap<>();
    values.put(Setting.MEMCACHED_NODES, nodes);
    values.put(Setting.ZONE, zone);
    if (failover != null) {
      values.put(Setting.FAILOVER_NODES, failover);
    }

    String message =
        String.valueOf(
            assertThrows(ConfigurationException.class, () -> parse(values)).getMessage());

    assertTrue(message.startsWith("zone=\"" + zone + "\": "), message);
    assertTrue(message.contains(reason), message);
  }

  private static NodeLayout ofTomcat(String zone) {
    return parse(Map.of(Setting.MEMCACHED_NODES, THREE, Setting.ZONE, zone)).layout();
  }

  private static NodeLayout ofTomcat(String zone, Setting<?> setting, String value) {
    return parse(Map.of(Setting.MEMCACHED_NODES, THREE, Setting.ZONE, zone, setting, value))
        .layout();
  }

  private static NodeLayout ofTomcat(
      String zone, Setting<?> setting, String value, Setting<?> other, String itsValue) {
    return parse(
            Map.of(
                Setting.MEMCACHED_NODES,
                THREE,
                Setting.ZONE,
                zone,
                setting,
                value,
                other,
                itsValue))
        .layout();
  }

  // ---- zones of discovered nodes ----

  @Test
  void sourcesWhenEachZoneHasANameThenAreAllAsked() {
    SessionConfiguration configuration =
        parse(Map.of(Setting.MEMCACHED_NODES, FOUND, Setting.ZONE, "a"));

    assertEquals(
        List.of(new Source("cache-a", 11_211, "a"), new Source("cache-b", 11_212, "b")),
        Objects.requireNonNull(configuration.discovery()).sources());
    assertEquals("a", configuration.layout().ownZone());
    assertEquals(FOUND, String.valueOf(configuration.discovery()));
  }

  /** Nodes that come and go keep the zone of their Tomcat in mind. */
  @Test
  void standbyWhenNodesAreFoundThenAreThoseInTheZone() {
    NodeLayout waiting = parse(Map.of(Setting.MEMCACHED_NODES, FOUND, Setting.ZONE, "a")).layout();

    NodeLayout found =
        waiting.with(
            List.of(
                NodeAddress.unnamed("10.0.0.1", 11_211, "cache-a").inZone("a"),
                NodeAddress.unnamed("10.0.1.1", 11_212, "cache-b").inZone("b")),
            Set.of());

    assertEquals(Set.of("10.0.0.1:11211"), found.standbyNodes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dns:cache-a:11211,dns:cache-b:11211",
        "dns:cache-a:11211@a,dns:cache-b:11211",
        "dns:cache-a:11211@a,dns:cache-b:11211@a",
        "dns:cache-a:11211@a,n2:cache-b:11211@b",
        "dns:cache-a:11211@a,srv:_memcached._tcp.cache",
        "srv:_memcached._tcp.cache@a",
        "dns:cache-a:11211@",
        "elasticache:my.cfg.use1.cache.amazonaws.com:11211@a"
      })
  void sourcesWhenTheirZonesAreWrongThenAreRefused(String nodes) {
    ConfigurationException e = assertThrows(ConfigurationException.class, () -> layout(nodes));

    assertEquals("memcachedNodes", e.attribute());
  }

  private static NodeLayout layout(String nodes) {
    return parse(Map.of(Setting.MEMCACHED_NODES, nodes)).layout();
  }

  private static SessionConfiguration parse(Map<Setting<?>, String> values) {
    return ConfigurationParser.parse(values);
  }
}
