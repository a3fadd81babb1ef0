package io.holdfast.core.config;

import static io.holdfast.core.config.ConfigurationParserTest.given;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Zones in {@code memcachedNodes}, and that of a Tomcat; what is wrong is refused elsewhere. */
final class NodeZonesTest {

  private static final String THREE = "n1:cache1:11211@a,n2:cache2:11211@a,n3:cache3:11211@b";
  private static final String FOUND = "dns:cache-a:11211@a,dns:cache-b:11211@b";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n1:cache1:11211@zone-a,n2:[::1]:11211@zone-b | {n1=zone-a, n2=zone-b}
          n1:valkey://cache1:6379?zone=zone-a,valkey://[::1]:6379?zone=zone-b | {[::1]:6379=zone-b, n1=zone-a}
          cache1:11211@a,cache2:11211@b | {cache1:11211=a, cache2:11211=b}
          n1:cache1:11211,n2:cache2:11211 | {}
          """)
  void zonesWhenNamedThenEachNodeHasItsOwn(String nodes, String zones) {
    NodeLayout layout = parse("memcachedNodes=" + nodes).layout();

    assertEquals(zones, new TreeMap<>(layout.zones()).toString());
    assertEquals(nodes, layout.nodeList());
    assertEquals(layout.nodes(), parse("memcachedNodes=" + layout.nodeList()).layout().nodes());
  }

  /**
   * One of two copies is in another zone anyway, and all Tomcats must write a session that is not
   * sticky to the same nodes.
   */
  @ParameterizedTest
  @CsvSource({
    "zone=a, '[n1, n2]'",
    "zone=b, [n3]",
    "zone=c, []",
    "sticky=true, []",
    "zone=a; copies=2, []",
    "zone=a; sticky=false; copies=1, []",
    "'zone=a; memcachedNodes=n1:a:1@a,n2:b:2@a', []"
  })
  void standbyWhenATomcatHasAZoneThenAreTheNodesInIt(String settings, String standby) {
    NodeLayout layout = parse("memcachedNodes=" + THREE + "; " + settings).layout();

    assertEquals(standby, new TreeSet<>(layout.standbyNodes()).toString());
  }

  @Test
  void sourcesWhenEachZoneHasANameThenAreAllAsked() {
    SessionConfiguration configuration = parse("memcachedNodes=" + FOUND + "; zone=a");

    assertEquals(
        "[cache-a:11211@a, cache-b:11211@b]",
        Objects.requireNonNull(configuration.discovery()).sources().toString());
    assertEquals("a", configuration.layout().ownZone());
    assertEquals(FOUND, String.valueOf(configuration.discovery()));
  }

  /** Nodes that come and go keep the zone of their Tomcat in mind. */
  @Test
  void standbyWhenNodesAreFoundThenAreThoseInTheZone() {
    NodeLayout found =
        parse("memcachedNodes=" + FOUND + "; zone=a")
            .layout()
            .with(
                List.of(
                    NodeAddress.unnamed("10.0.0.1", 11_211, "cache-a").inZone("a"),
                    NodeAddress.unnamed("10.0.1.1", 11_212, "cache-b").inZone("b")),
                Set.of());

    assertEquals(Set.of("10.0.0.1:11211"), found.standbyNodes());
  }

  private static SessionConfiguration parse(String settings) {
    Map<Setting<?>, String> values = given(settings);
    return ConfigurationParser.parse(values);
  }
}
