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
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();
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
    return List.copyOf(errors);
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

  private int count() {
    Browser browser = new Browser();
    int count = 0;
    while (!finishing) {
      long from = System.nanoTime();
      count = countOn(browser, count);
      long took = System.nanoTime() - from;
      slowest.accumulateAndGet(took, Math::max);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return count;
  }

  private int countOn(Browser browser, int before) {
    Response response;
    try {
      response = browser.send(port, method, path, Map.of(), new byte[0]);
    } catch (UncheckedIOException noAnswer) {
      errors.add(String.valueOf(noAnswer.getMessage()));
      return before;
    }
    if (response.status() != 200) {
      errors.add(String.valueOf(response.status()));
      return before;
    }
    int count = Integer.parseInt(Visitor.lines(response).getOrDefault("count", "0"));
    boolean isLost = method.equals("POST") ? count != before + 1 : count <= before;
    if (isLost) {
      lost.add(count + " after " + before);
    }
    answers.incrementAndGet();
    return count;
  }
}
