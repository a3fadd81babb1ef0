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
import org.junit.jupiter.api.Test;

/** A probe asks a node that is busy once more. */
class MemcachedProbeTest {

  @Test
  void expiriesWhenTheCrawlerIsBusyThenAsksAgain() throws Exception {
    try (ServerSocket node = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(
              () ->
                  List.of(
                          "BUSY currently processing crawler request\r\n",
                          "key=a%20b exp=-1 la=0 cas=1 fetch=no cls=1 size=60\nEND\r\n")
                      .forEach(answer -> answer(node, answer)));

      MemcachedProbe probe =
          new MemcachedProbe(node.getInetAddress().getHostAddress(), node.getLocalPort());

      assertEquals(Map.of("a b", -1L), probe.expiries());
      answered.join();
    }
  }

  private static void answer(ServerSocket node, String answer) {
    try (Socket client = node.accept()) {
      BufferedReader commands =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
      assertEquals("lru_crawler metadump all", commands.readLine());
      client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
