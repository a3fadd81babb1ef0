package io.holdfast.testkit.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A probe asks a node once more that is busy, or leaves out an item. */
class MemcachedProbeTest {

  private static final String DUMP = "lru_crawler metadump all";
  private static final String ITEM = "key=%s exp=-1 la=0 cas=1 fetch=no cls=1 size=60\n";

  @Test
  void expiriesWhenTheCrawlerIsBusyThenAsksAgain() throws Exception {
    assertEquals(
        Map.of("a b", -1L),
        expiries(
            new Exchange(DUMP, "BUSY currently processing crawler request\r\n"),
            dump("a%20b"),
            count(1)));
  }

  /** Memcached leaves out what one of its threads holds just then, as when it moves an item. */
  @Test
  void expiriesWhenTheNodeCountsMoreThenAsksAgain() throws Exception {
    assertEquals(
        Map.of("a", -1L, "b", -1L), expiries(dump("a"), count(2), dump("a", "b"), count(2)));
  }

  @Test
  void expiriesWhenTheNodeSaysTheSameTwiceThenTheOthersHaveExpired() throws Exception {
    assertEquals(Map.of("a", -1L), expiries(dump("a"), count(2), dump("a")));
  }

  private record Exchange(String command, String answer) {}

  private static Exchange dump(String... keys) {
    String items = Stream.of(keys).map(ITEM::formatted).collect(Collectors.joining());
    return new Exchange(DUMP, items + "END\r\n");
  }

  private static Exchange count(int items) {
    return new Exchange("stats", "STAT curr_items %d\r\nEND\r\n".formatted(items));
  }

  private static Map<String, Long> expiries(Exchange... exchanges) throws IOException {
    try (ServerSocket node = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(() -> List.of(exchanges).forEach(each -> answer(node, each)));

      Map<String, Long> expiries =
          new MemcachedProbe(node.getInetAddress().getHostAddress(), node.getLocalPort())
              .expiries();

      answered.join();
      return expiries;
    }
  }

  private static void answer(ServerSocket node, Exchange exchange) {
    try (Socket client = node.accept()) {
      BufferedReader commands =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
      assertEquals(exchange.command, commands.readLine());
      client.getOutputStream().write(exchange.answer.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
