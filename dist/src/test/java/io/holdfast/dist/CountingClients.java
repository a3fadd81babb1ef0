package io.holdfast.dist;

import static java.util.stream.Collectors.toList;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Clients that count in one session at the same time, each request through the next Tomcat.
 *
 * <p>A request waits for the session for a bounded time. A slow machine, or a Tomcat that has just
 * started, serves few requests in that time. So one more request may be under way after each quick
 * answer, and one less after each slow one.
 */
final class CountingClients {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(400);
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final Visitor visitor;
  private final int clients;
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicInteger broken = new AtomicInteger();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile List<TomcatProcess> tomcats;
  private final Semaphore mayBegin = new Semaphore(1);
  private int atOnce = 1;
  private boolean leisurely;
  private volatile boolean finishing;
  private List<CompletableFuture<Integer>> running = List.of();

  /** What a request was told, by whom, and when it was under way, in milliseconds by one clock. */
  private record Answer(int count, String tomcat, long from, long to) {}

  /**
   * Clients that have not started.
   *
   * @param visitor whose session they count in, as no client did before
   * @param clients how many at the same time at most
   */
  CountingClients(Visitor visitor, int clients, List<TomcatProcess> tomcats) {
    this.visitor = visitor;
    this.clients = clients;
    this.tomcats = List.copyOf(tomcats);
  }

  void start() {
    running = Stream.generate(() -> Background.start(this::countOn)).limit(clients).toList();
  }

  /** From now on requests go to these. */
  void use(List<TomcatProcess> others) {
    tomcats = List.copyOf(others);
  }

  /**
   * Whether each client pauses after a request: while a test waits for what Tomcats do by
   * themselves, a few requests at a time show as much, and leave the processors to that.
   */
  synchronized void takeTheirTime(boolean take) {
    leisurely = take;
    notifyAll();
  }

  private synchronized void pauseIfLeisurely() {
    long end = System.nanoTime() + PAUSE.toNanos();
    try {
      for (long left = PAUSE.toMillis(); leisurely && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until there are so many answers more than now. */
  void awaitAnswers(int more) {
    awaitAnswers(List.of(this), more);
  }

  /**
   * Waits until each of these has so many answers more than now. Those that have them take their
   * time until the others have them, too; then all of them go on at once.
   */
  static void awaitAnswers(Collection<CountingClients> all, int more) {
    Map<CountingClients, Integer> missing = new HashMap<>();
    all.forEach(each -> missing.put(each, each.answers.size() + more));
    Await.until(
        "counts go on: " + all.stream().map(CountingClients::failures).toList(),
        PATIENCE,
        () -> {
          missing.entrySet().removeIf(each -> each.getKey().rests(each.getValue()));
          return missing.isEmpty();
        });
    all.forEach(each -> each.takeTheirTime(false));
  }

  /** Returns whether there are so many answers; the clients take their time then. */
  private boolean rests(int enough) {
    boolean rests = answers.size() >= enough;
    if (rests) {
      takeTheirTime(true);
    }
    return rests;
  }

  /** Lets them end when there are so many answers, and waits for that. */
  void finish(int enough) {
    Await.until("enough counts: " + failures, PATIENCE, () -> answers.size() >= enough);
    finishing = true;
    running.forEach(CompletableFuture::join);
  }

  /** How often the counter was raised, as a Tomcat sees it. */
  int total(TomcatProcess tomcat) {
    return Integer.parseInt(visitor.value(tomcat, "get?name=count"));
  }

  /** What the answers said. */
  List<Integer> counts() {
    return answers.stream().map(Answer::count).toList();
  }

  /** The answers that others have got as well, with what is known of them; a line each. */
  String duplicates() {
    Map<Integer, List<Answer>> byCount =
        answers.stream().collect(Collectors.groupingBy(Answer::count, TreeMap::new, toList()));
    return byCount.values().stream()
        .filter(same -> same.size() > 1)
        .map(List::toString)
        .collect(Collectors.joining("\n", visitor.context() + ", now " + now() + "\n", ""));
  }

  private static long now() {
    return System.nanoTime() / 1_000_000;
  }

  /** How many requests were sent and not answered; each may have counted or not. */
  int broken() {
    return broken.get();
  }

  /** Answers other than a count. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  private int countOn() {
    Visitor client = visitor.copy();
    while (!finishing) {
      mayBegin.acquireUninterruptibly();
      long from = now();
      List<TomcatProcess> there = tomcats;
      countOnce(client, there.get(Math.floorMod(turn.incrementAndGet(), there.size())));
      mayBegin.release(permitsAfter(now() - from));
      pauseIfLeisurely();
    }
    return answers.size();
  }

  private synchronized int permitsAfter(long millis) {
    int before = atOnce;
    atOnce = millis > SLOW.toMillis() ? Math.max(1, before - 1) : Math.min(clients, before + 1);
    return 1 + atOnce - before;
  }

  private void countOnce(Visitor client, TomcatProcess tomcat) {
    long from = now();
    try {
      Response response = client.at(tomcat, "count");
      if (response.status() == 200) {
        int count = Integer.parseInt(Visitor.lines(response).getOrDefault("count", "0"));
        answers.add(new Answer(count, tomcat.toString(), from, now()));
      } else {
        failures.add(tomcat + " answered " + response);
      }
    } catch (UncheckedIOException gone) {
      if (!(gone.getCause() instanceof ConnectException)) {
        broken.incrementAndGet();
      }
    }
  }
}
