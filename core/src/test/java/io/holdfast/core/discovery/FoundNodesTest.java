package io.holdfast.core.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of name services that would lead a Tomcat where no node is. */
final class FoundNodesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"169.254.169.254", "169.254.43518", "2851995648", "fe80::1", "FE80:0:0:0:0:0:0:1"})
  void checkedWhenAnAddressIsLinkLocalThenTheWholeAnswerIsRefused(String host) {
    List<NodeAddress> nodes = List.of(node("10.0.0.1"), node(host));

    IOException e = assertThrows(IOException.class, () -> FoundNodes.checked(nodes));

    assertEquals("the answer has an address that no node has: " + host, e.getMessage());
  }

  @Test
  void checkedWhenHostsAreOthersThenTheyAreNodes() throws IOException {
    List<NodeAddress> nodes =
        List.of(node("10.0.0.1"), node("169.253.1.1"), node("fd00::1"), node("cache.example"));

    assertEquals(nodes, FoundNodes.checked(nodes));
  }

  private static NodeAddress node(String host) {
    return NodeAddress.unnamed(host, 11_211, host);
  }
}
