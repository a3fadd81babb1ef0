package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClusterAnswerTest {

  private static final String FIRST = "my.abc.0001.use1.cache.amazonaws.com";
  private static final String SECOND = "my.abc.0002.use1.cache.amazonaws.com";

  @Test
  void nodesWhenAsInTheUserGuideThenEachIsNamedAfterHostAndPort() throws IOException {
    assertEquals(
        List.of(
            new NodeAddress(FIRST + ":11211", FIRST, 11_211),
            new NodeAddress(SECOND + ":11211", SECOND, 11_211)),
        nodes("12\n" + FIRST + "|10.0.0.1|11211 " + SECOND + "|10.0.0.2|11211\n"));
  }

  @Test
  void nodesWhenThereIsNoAddressThenTheHostIsEnough() throws IOException {
    assertEquals(
        List.of(new NodeAddress(FIRST + ":11211", FIRST, 11_211)),
        nodes("1\n" + FIRST.toUpperCase(Locale.ROOT) + "||11211\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "12\n",
        "12\n\n",
        "twelve\na||11211\n",
        "12\na||11211\nb||11211\n",
        "12\na|11211\n",
        "12\na||11211||\n",
        "12\na||0\n",
        "12\na||65536\n",
        "12\na||port\n",
        "12\n||11211\n",
        "12\na..b||11211\n",
        "12\na\u0007||11211\n",
        "12\na\u0000||11211\n",
        "12\na  b||11211\n",
        "12\na||11211\rflush_all\n",
      })
  void nodesWhenTheConfigurationIsWrongThenItIsRefusedAsAWhole(String body) {
    String message =
        String.valueOf(assertThrows(IOException.class, () -> nodes(body)).getMessage());

    assertEquals(-1, message.chars().filter(c -> c < ' ').findFirst().orElse(-1));
  }

  @Test
  void nodesWhenThereAreTooManyThenItIsRefused() {
    String many =
        IntStream.range(0, 10_000).mapToObj(i -> "n" + i + "||1").collect(Collectors.joining(" "));

    assertEquals(
        "the answer names more than 100 nodes",
        assertThrows(IOException.class, () -> nodes("1\n" + many + "\n")).getMessage());
  }

  private static List<NodeAddress> nodes(String body) throws IOException {
    return ClusterNodes.nodes(body.getBytes(StandardCharsets.ISO_8859_1));
  }
}
