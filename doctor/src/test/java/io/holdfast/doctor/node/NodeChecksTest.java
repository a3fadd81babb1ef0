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
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of nodes whose figures are not all there. */
final class NodeChecksTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** As a proxy, which has figures of its own. */
  @Test
  void checkWhenANodeTellsNothingOfItsMemoryThenNoneIsSaidToBeWell() {
    String said = said(Map.of("uptime", "86400", "curr_connections", "3"));

    assertFalse(said.contains("no evictions"), said);
    assertTrue(said.contains("warning n1: does not report its evictions; if it is a proxy"), said);
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

  @ParameterizedTest
  @CsvSource({
    "1.4.7, 'WRONG   n1: memcached 1.4.7 is too old, 1.4.8 is needed'",
    "1.4.8, 'warning n1: memcached 1.4.8 is not tested, 1.6 is'",
    "1.5.22, 'warning n1: memcached 1.5.22 is not tested, 1.6 is'",
    "1.6.0, ''",
    "2.0.1, ''",
    "of a proxy, ''"
  })
  void checkWhenTheVersionIsOldThenItIsSaid(String version, String line) {
    String said = said(version, Map.of("evictions", "0"));

    assertTrue(said.contains(line), said);
    assertEquals(line.isEmpty(), !said.contains("WRONG") && !said.contains("warning"), said);
  }

  @ParameterizedTest
  @CsvSource({
    "6, '6 seconds ahead of'",
    "-6, '6 seconds behind'",
    "5, ''",
    "-5, ''",
    "3600, 'ahead of'"
  })
  void checkWhenItsClockDiffersThenItIsSaid(long seconds, String said) {
    String text =
        said(Map.of("evictions", "0", "time", String.valueOf(NOW.getEpochSecond() + seconds)));

    assertEquals(!said.isEmpty(), text.contains("warning n1: its clock is "), text);
    assertTrue(text.contains(said), text);
  }

  @ParameterizedTest
  @CsvSource({"90, false", "91, true", "100, true"})
  void checkWhenNearlyAllConnectionsAreInUseThenItIsSaid(String inUse, boolean isSaid) {
    String text = said(Map.of("evictions", "0", "curr_connections", inUse, "maxconns", "100"));

    assertEquals(
        isSaid,
        text.contains(
            "warning n1: has %s of 100 connections; start it with a larger -c".formatted(inUse)),
        text);
  }

  private String said(Map<String, String> figures) {
    return said("1.6.38", figures);
  }

  private String said(String version, Map<String, String> figures) {
    var configuration =
        ConfigurationParser.parse(Map.of(Setting.MEMCACHED_NODES, "n1:localhost:11211"));
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    new NodeChecks(configuration, new Findings(stream), InstantSource.fixed(NOW))
        .check(
            "n1",
            new NodeAnswers(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 11_211),
                false,
                null,
                version,
                figures,
                Map.of()));
    return out.toString(StandardCharsets.UTF_8);
  }
}
