package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which changes of the nodes are possible while sessions are served. */
final class NodeLayoutChangeTest {

  @ParameterizedTest
  @CsvSource({
    "n1:a:1,             n1:a:1 n2:b:2",
    "n1:a:1,             n2:b:2",
    "n1:a:1 n2:b:2,      n3:c:3 n4:d:4",
    "n1:a:1 n2:b:2,      n1:x:1 n2:y:2",
  })
  void parseLayoutWhenStickyThenAnyListIsPossible(String from, String to) {
    NodeLayout next = change("true", from, to);

    assertEquals(NodeListParser.parse(new NodesText(to)), next.nodes());
  }

  @ParameterizedTest
  @CsvSource({
    "n1:a:1,               n1:a:1 n2:b:2",
    "n1:a:1 n2:b:2,        n1:a:1",
    "n1:a:1 n2:b:2,        n2:b:2 n1:a:1",
    "n1:a:1 n2:b:2,        n1:a:1 n2:b:2 n3:c:3",
    "n1:a:1 n2:b:2,        n1:a:1 n3:c:3",
    "n1:a:1 n2:b:2,        n1:a:1 n2:x:2",
    "n1:a:1 n2:b:2 n3:c:3, n1:a:1 n2:b:2 n4:d:4",
  })
  void parseLayoutWhenNonStickyAndFewerChangeThanThereAreCopiesThenPossible(
      String from, String to) {
    NodeLayout next = change("false", from, to);

    assertEquals(NodeListParser.parse(new NodesText(to)), next.nodes());
  }

  @ParameterizedTest
  @CsvSource({
    "n1:a:1,               n2:b:2",
    "n1:a:1,               n1:a:1 n2:b:2 n3:c:3",
    "n1:a:1 n2:b:2,        n3:c:3 n4:d:4",
    "n1:a:1 n2:b:2,        n1:x:1 n2:y:2",
    "n1:a:1 n2:b:2 n3:c:3, n1:a:1",
  })
  void parseLayoutWhenNonStickyAndTooManyChangeAtATimeThenTheErrorSaysHow(String from, String to) {
    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> change("false", from, to));

    assertEquals("memcachedNodes", error.attribute());
    String message = String.valueOf(error.getMessage());
    assertTrue(message.startsWith("memcachedNodes=\"" + to.replace(' ', ',') + "\": "), message);
    assertTrue(message.contains("all Tomcats"), message);
  }

  @Test
  void parseLayoutWhenFailoverNodesAndCopiesAreGivenThenTheyAreTaken() {
    SessionConfiguration running = running("true", "n1:a:1");

    NodeLayout next =
        ConfigurationParser.parseLayout(
            Map.of(
                Setting.MEMCACHED_NODES, "n1:a:1,n2:b:2,n3:c:3",
                Setting.FAILOVER_NODES, "n3",
                Setting.COPIES, "2"),
            running);

    assertEquals(Set.of("n3"), next.failoverNodes());
    assertEquals(2, next.copies());
    assertEquals(next, running.with(next).layout());
  }

  private static NodeLayout change(String sticky, String from, String to) {
    return ConfigurationParser.parseLayout(
        Map.of(Setting.MEMCACHED_NODES, to), running(sticky, from));
  }

  @ParameterizedTest
  @CsvSource({
    "dns:cache:11211, n1:a:1",
    "n1:a:1,          dns:cache:11211",
    "dns:cache:11211, dns:cache:11211",
  })
  void parseLayoutWhenNodesAreFoundThenTheySayThatTheyFollowTheirSource(String from, String to) {
    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> change("true", from, to));

    assertEquals("memcachedNodes", error.attribute());
    assertTrue(String.valueOf(error.getMessage()).contains("follow their source"));
  }

  private static SessionConfiguration running(String sticky, String nodes) {
    return ConfigurationParser.parse(
        Map.of(Setting.STICKY, sticky, Setting.MEMCACHED_NODES, nodes));
  }
}
