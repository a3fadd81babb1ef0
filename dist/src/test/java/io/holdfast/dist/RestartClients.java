package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Clients of a load balancer who each count in a session of their own, without a second try. */
final class RestartClients {

  private static final Duration PAUSE = Duration.ofMillis(400);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final int port;
  private final String method;
  private final String path;
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicLong slowest = new AtomicLong();
  private final Queue<Failure> errors = new ConcurrentLinkedQueue<>();
  private final Queue<String> lost = new ConcurrentLinkedQueue<>();
  private final List<CompletableFuture<Integer>> running;
  private volatile boolean finishing;

  private RestartClients(int port, String method, String context, int clients) {
    this.port = port;
    this.method = method;
    this.path = "/" + context + "/probe/count";
    this.running = Stream.generate(() -> Background.start(this::count)).limit(clients).toList();
  }

  /**
   * Starts them; each has a session when this returns.
   *
   * @param method of HTTP; balancers ask another Tomcat again for a GET only
   */
  static RestartClients start(int port, String method, String context, int clients) {
    RestartClients started = new RestartClients(port, method, context, clients);
    started.awaitAnswer(2 * clients);
    return started;
  }

  /** How many answers there were so far. */
  int answers() {
    return answers.get();
  }

  /** Waits until there were so many answers. */
  void awaitAnswer(int number) {
    Await.until("answers: " + errors, PATIENCE, () -> answers.get() >= number);
  }

  /** Waits for the last answers. */
  void finish() {
    finishing = true;
    running.forEach(CompletableFuture::join);
  }

  /** Answers other than 200, and requests without one. */
  List<String> errors() {
    return errors.stream().map(Failure::what).toList();
  }

  /** Those of requests that began after a moment of {@link System#nanoTime}. */
  List<String> errorsOfRequestsAfter(long moment) {
    return errors.stream().filter(each -> each.begun() - moment > 0).map(Failure::what).toList();
  }

  /** Answers whose count is not above the one before; of requests sent once, not the next one. */
  List<String> lost() {
    return List.copyOf(lost);
  }

  /** How long the slowest answer took. */
  Duration slowest() {
    return Duration.ofNanos(slowest.get());
  }

  @Override
  public String toString() {
    return "%d answers, %d errors, %d lost, slowest %d ms"
        .formatted(answers.get(), errors.size(), lost.size(), slowest().toMillis());
  }

  /** A request without the answer that it should have had. */
  private record Failure(long begun, String what) {}

  private int count() {
    Browser browser = new Browser();
    int count = 0;
    int failed = 0;
    while (!finishing) {
      long from = System.nanoTime();
      int next = answered(browser, from);
      if (next < 0) {
        failed++;
      } else {
        check(next, count, failed);
        count = next;
        failed = 0;
      }
      slowest.accumulateAndGet(System.nanoTime() - from, Math::max);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return count;
  }

  /** The count in the answer; a negative number if there was none, or another status. */
  private int answered(Browser browser, long from) {
    String failure;
    try {
      Response response = browser.send(port, method, path, Map.of(), new byte[0]);
      if (response.status() == 200) {
        answers.incrementAndGet();
        return Integer.parseInt(Visitor.lines(response).getOrDefault("count", "0"));
      }
      failure = String.valueOf(response.status());
    } catch (UncheckedIOException noAnswer) {
      failure = String.valueOf(noAnswer.getMessage());
    }
    errors.add(new Failure(from, failure));
    return -1;
  }

  /** A POST is done once, a GET perhaps again; what failed may have been done, or not. */
  private void check(int count, int before, int failed) {
    boolean isLost = count <= before || (method.equals("POST") && count > before + 1 + failed);
    if (isLost) {
      lost.add(count + " after " + before);
    }
  }
}
