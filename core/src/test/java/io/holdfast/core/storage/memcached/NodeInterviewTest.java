package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node says of itself, and servers that say something else. */
@Timeout(60)
final class NodeInterviewTest {

  private static final String VERSION = "VERSION 1.6.9\r\n";
  private static final String HANG_UP = "hang up";

  @Test
  void askWhenMemcachedThenVersionAndFigures() throws IOException {
    try (MemcachedNode node = MemcachedNodes.start()) {
      NodeAnswers answers = interview("127.0.0.1", node.port()).ask();

      assertTrue(String.valueOf(answers.version()).startsWith("1."), answers::toString);
      assertTrue(answers.number("evictions") == 0, answers::toString);
      assertTrue(answers.number("time") > 0, answers::toString);
      assertEquals(-1, answers.number("nothing"));
    }
  }

  @Test
  void askWhenFiguresAreRefusedThenTheVersionAlone() throws Exception {
    NodeAnswers answers =
        answersOf(Map.of("version", VERSION, "stats", "ERROR\r\n", "stats settings", "ERROR\r\n"));

    assertEquals("1.6.9", answers.version());
    assertEquals(Map.of(), answers.figures());
  }

  /** As twemproxy does for a command that it does not know; sessions are not affected. */
  @ParameterizedTest
  @ValueSource(strings = {"stats", "stats settings"})
  void askWhenTheServerHangsUpAtTheQuestionForFiguresThenTheVersionAlone(String hangingUp)
      throws Exception {
    Map<String, String> answers = new HashMap<>();
    answers.put("version", VERSION);
    answers.put("stats", "STAT evictions 7\r\nEND\r\n");
    answers.put(hangingUp, HANG_UP);

    NodeAnswers told = answersOf(answers);

    assertEquals("1.6.9", told.version());
    assertEquals(hangingUp.equals("stats") ? -1 : 7, told.number("evictions"));
  }

  @Test
  void askWhenFiguresAreToldThenByTheirNames() throws Exception {
    NodeAnswers answers =
        answersOf(
            Map.of(
                "version", VERSION,
                "stats", "STAT evictions 7\r\nSTAT empty\r\nEND\r\n",
                "stats settings", "STAT item_size_max 1024\r\nEND\r\n"));

    assertEquals(Map.of("evictions", "7", "empty", ""), answers.figures());
    assertEquals(1024, answers.number("item_size_max"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -ERR unknown command 'version' | this is no memcached, it answers "-ERR"
          SSH-2.0-OpenSSH_9.2            | this is no memcached, it answers "SSH-2.0-OpenSSH_9.2"
          """)
  void askWhenAnotherServerThenItsAnswerIsTold(String answer, String reason) {
    IOException e =
        assertThrows(IOException.class, () -> answersOf(Map.of("version", answer + "\r\n")));

    assertEquals(reason, e.getMessage());
  }

  @Test
  void askWhenALineHasNoEndThenGivesUp() {
    IOException e =
        assertThrows(
            IOException.class,
            () -> answersOf(Map.of("version", VERSION, "stats", "STAT " + "x".repeat(5_000))));

    assertEquals("this is no memcached, a line of its answer does not end", e.getMessage());
  }

  @Test
  void askWhenTheAnswersTakeTooLongTogetherThenGivesUp() {
    AtomicLong seconds = new AtomicLong();

    IOException e =
        assertThrows(
            IOException.class,
            () ->
                withServer(
                    Map.of("version", VERSION, "stats", "STAT a 1\r\nSTAT b 2\r\n"),
                    port ->
                        new NodeInterview(
                                new NodeAddress("n1", "127.0.0.1", port),
                                TestConnections.DEFAULTS,
                                () -> Duration.ofSeconds(seconds.getAndIncrement()).toNanos())
                            .ask()));

    assertEquals("no answer within 1000 ms", e.getMessage());
  }

  private interface Asked {
    NodeAnswers at(int port) throws IOException;
  }

  private static NodeAnswers answersOf(Map<String, String> answers) throws Exception {
    return withServer(answers, port -> interview("127.0.0.1", port).ask());
  }

  /** A server that answers each command as told, and says nothing to others. */
  private static NodeAnswers withServer(Map<String, String> answers, Asked asked) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = server.accept()) {
                  serve(client, answers);
                } catch (IOException e) {
                  return; // the client has closed the connection
                }
              });
      try {
        return asked.at(server.getLocalPort());
      } finally {
        served.join();
      }
    }
  }

  private static void serve(Socket client, Map<String, String> answers) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
    for (String command = in.readLine(); command != null; command = in.readLine()) {
      String answer = answers.getOrDefault(command, "");
      if (answer.equals(HANG_UP)) {
        return;
      }
      client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static NodeInterview interview(String host, int port) {
    return new NodeInterview(
        new NodeAddress("n1", host, port), TestConnections.DEFAULTS, System::nanoTime);
  }
}
