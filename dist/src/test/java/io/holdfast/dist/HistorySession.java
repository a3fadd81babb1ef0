package io.holdfast.dist;

import io.holdfast.testkit.http.Browser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A session whose history is recorded: its cookie, and the registers that its clients have made.
 */
final class HistorySession {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** More than a session writes. */
  private static final int VALUES = 100_000;

  private final HistoryMode mode;
  private final String name;
  private final Browser browser;
  private final int generation;
  private final Queue<HistoryRegister> written = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
  private volatile boolean gone;
  private volatile boolean asked;
  private volatile boolean changing;
  private volatile boolean left;
  private volatile int late;

  HistorySession(HistoryMode mode, String name) {
    this(mode, name, newBrowser(), 0);
  }

  /**
   * A session of a browser that had others before.
   *
   * @param generation how many; what they write differs
   */
  HistorySession(HistoryMode mode, String name, Browser browser, int generation) {
    this.mode = mode;
    this.name = name;
    this.browser = browser;
    this.generation = generation;
  }

  static Browser newBrowser() {
    return new Browser(PATIENCE);
  }

  /** The key of its record; null as long as it has no id. */
  @Nullable String key() {
    String id = id();
    return id == null ? null : "/" + mode + "_" + Cluster.key(id);
  }

  /** A value that neither this session nor one before it has written. */
  String nextValue() {
    return Integer.toString(generation * VALUES + next("value"));
  }

  HistoryMode mode() {
    return mode;
  }

  /** Names it in the history, in which no two sessions have one name. */
  String name() {
    return name;
  }

  Browser browser() {
    return browser;
  }

  /** The id as the cookie says. */
  @Nullable String id() {
    return browser.cookie("JSESSIONID");
  }

  /** A number that this session has not used for that. */
  int next(String what) {
    return counts.computeIfAbsent(what, each -> new AtomicInteger()).incrementAndGet();
  }

  /** A request is about to change this register. */
  void writes(HistoryRegister register) {
    if (!written.contains(register)) {
      written.add(register);
    }
  }

  /** The registers that a client has written, or tried to. */
  List<HistoryRegister> registers() {
    return List.copyOf(written);
  }

  /** A client asks for its end. */
  void end() {
    asked = true;
  }

  /** Whether a client has asked for its end. */
  boolean isEnded() {
    return asked;
  }

  @Override
  public String toString() {
    return name + (asked ? " (ended)" : "");
  }

  /** A client begins to give it another id, or has the answer. */
  void changesId(boolean begins) {
    changing = begins;
  }

  /**
   * Whether it certainly has had this id all the time since a client has read it from the cookie.
   */
  boolean isOf(@Nullable String id) {
    return !changing && Objects.equals(id, id());
  }

  /** A Tomcat says that there is no such session. */
  void lose() {
    gone = true;
  }

  /** So many of a hundred changes are followed by another one behind the answer. */
  void changesBehindAnswers(int ofHundred) {
    late = ofHundred;
  }

  /** How many of a hundred changes are followed by another one behind the answer. */
  int changesBehindAnswers() {
    return late;
  }

  /** Its clients have left it, and may come back. */
  void leave() {
    left = true;
  }

  /** Whether no request of it is on its way, and none comes but by a visit. */
  boolean isLeft() {
    return left;
  }

  /** Whether no client needs to go on with it. */
  boolean isGone() {
    return gone;
  }
}
