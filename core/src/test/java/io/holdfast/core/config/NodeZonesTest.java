package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Zones in {@code memcachedNodes}. */
final class NodeZonesTest {

  @Test
  void zonesWhenNamedThenEachNodeHasItsOwn() {
    NodeLayout layout = layout("n1:cache1:11211@zone-a, n2:[::1]:11211@zone-b");

    assertEquals(Map.of("n1", "zone-a", "n2", "zone-b"), layout.zones());
    assertEquals("cache1", layout.nodes().get(0).host());
    assertEquals("n1:cache1:11211@zone-a,n2:[::1]:11211@zone-b", layout.nodeList());
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

  private static NodeLayout layout(String nodes) {
    return ConfigurationParser.parse(Map.of(Setting.MEMCACHED_NODES, nodes)).layout();
  }
}
