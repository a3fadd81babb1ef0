package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.tomcat.ComparedTomcat.Whose;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The responses to asynchronous requests that Tomcat ends at a time limit are those of Tomcat with
 * its own manager. Tomcat looks for them once a second, so all are asked for at once.
 */
@Timeout(120)
class TimeoutResponsesTest {

  private static final String HTTP2 = "HTTP/2";
  private static final Logger QUIET = Logger.getLogger("org.apache");

  /** One way to ask for a response. */
  @FunctionalInterface
  private interface Way {
    String ask(Whose whose, String path) throws Exception;
  }

  @Test
  void responsesWhenTheTimeIsUpThenAreThoseOfTomcat(@TempDir Path base) throws Exception {
    QUIET.setLevel(Level.OFF);
    try (ComparedTomcat tomcat = ResponsesTest.start(base)) {
      runAtOnce(comparisons(new ResponsesClient(tomcat.port())));
    } finally {
      QUIET.setLevel(null);
    }
  }

  private static List<Callable<@Nullable Void>> comparisons(ResponsesClient client) {
    List<Callable<@Nullable Void>> comparisons = new ArrayList<>();
    for (Map.Entry<String, Way> way : ways(client).entrySet()) {
      for (String path : ResponseKinds.timeoutPaths()) {
        for (Whose whose : List.of(Whose.STICKY, Whose.NON_STICKY)) {
          comparisons.add(() -> compare(way.getKey(), way.getValue(), whose, "/do/" + path));
        }
      }
    }
    return comparisons;
  }

  private static Map<String, Way> ways(ResponsesClient client) {
    return Map.of(
        "GET",
        (whose, path) -> client.http1(whose, "GET", path, "", ""),
        "HEAD",
        (whose, path) -> client.http1(whose, "HEAD", path, "", ""),
        "HTTP/1.0",
        client::http10,
        "compressed",
        client::compressed,
        "with a next request",
        client::twice,
        HTTP2,
        client::http2);
  }

  private static @Nullable Void compare(String name, Way way, Whose whose, String path)
      throws Exception {
    int attempts = name.equals(HTTP2) ? ResponsesTest.HTTP2_ATTEMPTS : 1;
    String expected = way.ask(Whose.TOMCATS, path);
    String answer = way.ask(whose, path);
    for (int i = 1; i < attempts && !answer.equals(expected); i++) {
      expected = way.ask(Whose.TOMCATS, path);
      answer = way.ask(whose, path);
    }
    assertEquals(expected, answer, name + " " + whose + " " + path);
    return null;
  }

  private static void runAtOnce(List<Callable<@Nullable Void>> comparisons)
      throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(comparisons.size());
    try {
      List<Future<@Nullable Void>> done = threads.invokeAll(comparisons);
      assertAll(done.stream().map(comparison -> comparison::get));
    } finally {
      threads.shutdown();
    }
  }
}
