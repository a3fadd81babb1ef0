package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.engine.HttpConnection.Answer;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One Tomcat with those who ask it for pages. */
public final class Site implements Closeable {

  /** How many ask it. */
  public static final int USERS = 50;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** What visitors have not asked for then stays unasked. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final TomcatProcess tomcat;
  private final Store store;
  private final Rest rest;
  private final List<User> users = new ArrayList<>();
  private @Nullable Crowd crowd;

  /**
   * Creates it; users connect when they are asked to.
   *
   * @param tomcat runs, and is closed with this
   * @param store what it keeps sessions in
   */
  public Site(TomcatProcess tomcat, Store store) {
    this.tomcat = tomcat;
    this.store = store;
    this.rest =
        new Rest(
            () -> store.traffic().operations(),
            System::nanoTime,
            () -> LockSupport.parkNanos(PAUSE_NANOS));
  }

  /** A user with one session for each page. */
  private static final class User {

    /** The state of a user on a page: the session, and its last answer, empty before the first. */
    private record Visit(String sessionId, String answer) {}

    private static final Visit NEW = new Visit("", "");

    private final Map<Page, Visit> visits = new EnumMap<>(Page.class);

    /** Makes the page's session if there is none. */
    void begin(HttpConnection connection, Page page) throws IOException {
      if (!visits.containsKey(page)) {
        visits.put(page, newVisit(connection, page));
      }
    }

    /**
     * Requests a page. Anything but the session's next answer counts as wrong; after an error the
     * user starts a new session.
     */
    void ask(HttpConnection connection, Page page, AtomicInteger wrongAnswers) throws IOException {
      Visit visit = visits.getOrDefault(page, NEW);
      Answer answer = connection.get("/" + Bench.APPLICATION + page.path(), visit.sessionId());
      boolean isRight =
          answer.status() == 200
              && (visit.answer().isEmpty() || page.follows(visit.answer(), answer.body()));
      if (!isRight) {
        wrongAnswers.incrementAndGet();
      }
      visits.put(page, answer.status() == 200 ? after(visit, answer) : newVisit(connection, page));
    }

    private static Visit after(Visit visit, Answer answer) {
      String changed = answer.newSessionId();
      return new Visit(changed.isEmpty() ? visit.sessionId() : changed, answer.body());
    }

    private static Visit newVisit(HttpConnection connection, Page page) throws IOException {
      if (page.first().isEmpty()) {
        return NEW;
      }
      Answer answer = connection.get("/" + Bench.APPLICATION + page.first(), "");
      if (answer.newSessionId().isEmpty()) {
        throw new IOException(page + ": no session was made, status " + answer.status());
      }
      return new Visit(answer.newSessionId(), "");
    }
  }

  /**
   * Lets all users ask for a page for a time, once they have sessions for it, and waits until what
   * they changed is stored. If one fails, all come as new ones the next time.
   */
  public Turn ask(Page page, Duration time) throws IOException, InterruptedException {
    AtomicInteger wrong = new AtomicInteger();
    Crowd all = come();
    try {
      all.each((connection, number) -> users.get(number).begin(connection, page));
      return watch(
          wrong,
          () -> {
            long end = System.nanoTime() + time.toNanos();
            return all.repeat(
                number -> System.nanoTime() < end,
                (connection, number) -> users.get(number).ask(connection, page, wrong));
          });
    } catch (IOException e) {
      leave();
      throw e;
    }
  }

  /** The same; a wrong answer is an exception. */
  public Turn askRightly(Page page, Duration time) throws IOException, InterruptedException {
    Turn turn = ask(page, time);
    if (turn.wrong() > 0) {
      throw new IOException("%s: %d wrong answers".formatted(page, turn.wrong()));
    }
    return turn;
  }

  private Crowd come() {
    Crowd here = crowd;
    if (here == null) {
      here = new Crowd(tomcat.port(), USERS);
      crowd = here;
      while (users.size() < USERS) {
        users.add(new User());
      }
    }
    return here;
  }

  /**
   * Lets people who come once ask for a page, as {@code ab} without {@code -k} does, and waits
   * until what they made is stored. Each request has a connection of its own and no cookie. The
   * Tomcat closes the connection, so that it is the Tomcat's port that waits for stray packets
   * afterwards.
   *
   * @param atOnce how many of them there are at the same time
   * @param requests how many there are together
   */
  public Turn visit(Page page, int atOnce, int requests) throws IOException, InterruptedException {
    AtomicInteger left = new AtomicInteger(requests);
    try (Crowd visitors = new Crowd(tomcat.port(), atOnce)) {
      long end = System.nanoTime() + LONGEST.toNanos();
      return watch(
          new AtomicInteger(),
          () ->
              visitors.repeat(
                  number -> System.nanoTime() < end && left.getAndDecrement() > 0,
                  (connection, number) -> visit(connection, page)));
    }
  }

  private static void visit(HttpConnection connection, Page page) throws IOException {
    Answer answer = connection.getLast("/" + Bench.APPLICATION + page.path());
    if (answer.status() != 200) {
      throw new IOException(page + " was answered with " + answer.status());
    }
  }

  public TomcatProcess tomcat() {
    return tomcat;
  }

  /** What the store was sent so far. */
  public Traffic traffic() {
    return store.traffic();
  }

  /** Waits until nothing is on its way to the store. */
  public void awaitRest() {
    var unused = rest.await();
  }

  /** What asks for pages. */
  @FunctionalInterface
  private interface Load {
    Histogram put() throws IOException, InterruptedException;
  }

  private Turn watch(AtomicInteger wrong, Load load) throws IOException, InterruptedException {
    Traffic before = store.traffic();
    long allocatedBefore = Bench.allocatedBytes(tomcat);
    double cpuBefore = Bench.cpuSeconds(tomcat.pid());
    long start = System.nanoTime();
    Histogram latencies = load.put();
    double seconds = (rest.await() - start) / 1e9;
    double cpu = Bench.cpuSeconds(tomcat.pid()) - cpuBefore;
    return new Turn(
        latencies.getTotalCount(),
        seconds,
        cpu,
        Waits.of(latencies),
        store.traffic().since(before),
        wrong.get(),
        Bench.allocatedBytes(tomcat) - (double) allocatedBefore);
  }

  private void leave() {
    if (crowd != null) {
      crowd.close();
      crowd = null;
    }
    users.clear();
  }

  @Override
  public void close() {
    try {
      leave();
    } finally {
      tomcat.close();
    }
  }
}
