package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Bench.Setup;
import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.HttpConnection.Answer;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Two Tomcats with the same manager, and what they share; the first is measured. */
final class Pair implements Closeable {

  static final int SESSIONS = 300;
  static final int HITS = 5;
  static final Duration PAUSE = Duration.ofSeconds(2);
  private static final String SECOND = "t2";
  private static final String COUNTER = "/" + Bench.APPLICATION + "/statefull";

  private final Bench bench;
  private final Setup ofSecond;
  private final Store shared;
  private final Site site;
  private final int logStart;
  private @Nullable TomcatProcess second;

  /**
   * Starts the first Tomcat.
   *
   * @param second the second Tomcat where it runs already; started when it is needed otherwise
   * @param shared what the first sends its sessions to; ended with this, and when the first does
   *     not start
   */
  private Pair(
      Bench bench, Setup ofFirst, Setup ofSecond, @Nullable TomcatProcess second, Store shared)
      throws IOException {
    this.bench = bench;
    this.ofSecond = ofSecond;
    this.second = second;
    this.shared = shared;
    try {
      this.site = bench.site(ofFirst, shared);
    } catch (RuntimeException e) {
      if (second != null) {
        second.close();
      }
      shared.close();
      throw e;
    }
    this.logStart = site.tomcat().logs().length();
  }

  /** How a manager is told about what it shares. */
  @FunctionalInterface
  interface Manners<T> {
    Setup of(T shared) throws IOException;
  }

  /**
   * Returns Tomcats with two memcached nodes of their own, so that the nodes count their operations
   * only.
   */
  static Pair onNodes(Bench bench, Manners<Nodes> manners) throws IOException {
    return sharing(bench, new Nodes(), manners);
  }

  /** Tomcats with something that both are told about. */
  static <T extends Store> Pair sharing(Bench bench, T shared, Manners<T> manners)
      throws IOException {
    try {
      Setup setup = manners.of(shared);
      return new Pair(bench, setup, setup, null, shared);
    } catch (IOException e) {
      shared.close();
      throw e;
    }
  }

  /** Returns two Tomcats; the first sends its sessions to the second. */
  static Pair ofMembers(Bench bench, Setup ofFirst, Setup ofSecond) throws IOException {
    TomcatProcess second = bench.start(ofSecond, SECOND);
    return new Pair(bench, ofFirst, ofSecond, second, new DeltaCluster.Member(second));
  }

  /** The Tomcat that is measured, with its users. */
  Site site() {
    return site;
  }

  /** The other Tomcat, which is started when it is first needed. */
  private TomcatProcess second() {
    TomcatProcess running = second;
    if (running == null) {
      running = bench.start(ofSecond, SECOND);
      second = running;
    }
    return running;
  }

  /** What both keep their sessions in. */
  Store shared() {
    return shared;
  }

  /** Lets visitors ask for a page so often, and ends the sessions that this made. */
  Turn visit(Page page, int visitors, int visits) throws IOException, InterruptedException {
    Turn turn = site.visit(page, visitors, visits);
    try (HttpConnection connection = new HttpConnection(site.tomcat().port())) {
      connection.page("/clear", "");
    }
    site.awaitRest();
    return turn;
  }

  /**
   * What another Tomcat knew of the sessions of one that was asked several times in a row.
   *
   * @param stale how many were older than the last answer of the first
   * @param lost how many it did not know at all
   */
  record Behind(int stale, int lost) {

    /**
     * Compares what counters said on the other Tomcat.
     *
     * @param answers the next number of each session; 1 if the session was lost and a new one began
     * @param expected the number that follows the last one that the first gave
     */
    static Behind of(List<String> answers, int expected) {
      int stale = 0;
      int lost = 0;
      for (String answer : answers) {
        int number = answer.matches("\\d{1,9}") ? Integer.parseInt(answer) : 0;
        if (number <= 1) {
          lost++;
        } else if (number != expected) {
          stale++;
        }
      }
      return new Behind(stale, lost);
    }
  }

  /** Asks one Tomcat for sessions, several times in a row over one connection, then the other. */
  Behind behind() throws IOException {
    List<String> ids = new ArrayList<>();
    long end;
    try (HttpConnection connection = new HttpConnection(site.tomcat().port())) {
      for (int session = 0; session < SESSIONS; session++) {
        ids.add(hit(connection));
      }
      end = System.nanoTime();
    }
    site.awaitRest();
    TomcatProcess other = second();
    for (long left = left(end); left > 0; left = left(end)) {
      LockSupport.parkNanos(left);
    }
    List<String> answers = new ArrayList<>();
    try (HttpConnection connection = new HttpConnection(other.port())) {
      for (String id : ids) {
        answers.add(connection.get(COUNTER, id).body());
      }
    }
    return Behind.of(answers, HITS + 1);
  }

  private static String hit(HttpConnection connection) throws IOException {
    String id = "";
    for (int hit = 0; hit < HITS; hit++) {
      Answer answer = connection.get(COUNTER, id);
      id = answer.newSessionId().isEmpty() ? id : answer.newSessionId();
    }
    return id;
  }

  private static long left(long endNanos) {
    return PAUSE.toNanos() - (System.nanoTime() - endNanos);
  }

  /** How many lines the first has logged as warnings or worse since it had started. */
  long complaints() {
    return site.tomcat()
        .logs()
        .substring(logStart)
        .lines()
        .filter(line -> line.contains(" WARNING [") || line.contains(" SEVERE ["))
        .count();
  }

  @Override
  public void close() throws IOException {
    try {
      site.close();
    } finally {
      if (second != null) {
        second.close();
      }
      shared.close();
    }
  }
}
