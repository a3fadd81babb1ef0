package io.holdfast.doctor.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.storage.memcached.NodeAnswers;
import io.holdfast.doctor.finding.Findings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of nodes whose figures are not all there. */
final class NodeChecksTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** As a proxy, which has figures of its own. */
  @Test
  void checkWhenANodeTellsNothingOfItsMemoryThenNoneIsSaidToBeWell() {
    String said = said(Map.of("uptime", "86400", "curr_connections", "3"));

    assertFalse(said.contains("no evictions"), said);
    assertTrue(
        said.contains("warning n1: does not tell its evictions: ask the node behind it"), said);
  }

  @Test
  void checkWhenANodeTellsAllThenItIsSaid() {
    String said =
        said(
            Map.of(
                "uptime", "90",
                "evictions", "0",
                "bytes", "1048576",
                "limit_maxbytes", "67108864"));

    assertTrue(said.contains("fine    n1: 1 of 64 MB used, no evictions in 90 seconds"), said);
    assertEquals(-1, said.indexOf("warning"), said);
  }

  /** As memcached 1.6 does, unless it is told not to: it hangs up at once. */
  @Test
  void checkWhenANodeHasRejectedConnectionsThenItIsSaid() {
    String said =
        said(
            Map.of(
                "evictions", "0",
                "curr_connections", "7",
                "listen_disabled_num", "0",
                "rejected_connections", "12"));

    assertTrue(
        said.contains(
            "warning n1: had no room for connections 12 times since its start; start it with a"
                + " larger -c\n"),
        said);
  }

  /** What is said to be right must not be refused. */
  @ParameterizedTest
  @CsvSource({"131071, false", "131072, true"})
  void checkWhenItemsAreTooSmallThenOnlyASizeThatCanBeSetIsProposed(String size, boolean canBeSet) {
    String said = said(Map.of("evictions", "0", "item_size_max", size));

    assertTrue(said.contains("start it with -I 1048576"), said);
    assertEquals(canBeSet, said.contains(", or set maxItemSize=\"%s\"".formatted(size)), said);
  }

  private String said(Map<String, String> figures) {
    var configuration =
        ConfigurationParser.parse(Map.of(Setting.MEMCACHED_NODES, "n1:localhost:11211"));
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    new NodeChecks(configuration, new Findings(stream), InstantSource.system())
        .check(
            "n1",
            new NodeAnswers(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 11_211),
                false,
                null,
                "1.6.38",
                figures,
                Map.of()));
    return out.toString(StandardCharsets.UTF_8);
  }
}
