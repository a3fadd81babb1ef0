package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.document.SectionedDocument;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * One fault of the store after the other, drawn by lot, under mixed traffic on two Tomcats. One
 * node at a time is broken; before the next fault every session must be in the store again as often
 * as promised. No request may fail, and all that was answered must be there, at once and in the
 * end. In each round sessions end while the fault lasts; after further faults they must be over.
 * One of the contexts is private: its Tomcats reach the nodes by TLS, and seal what they store.
 *
 * <p>{@code -Dholdfast.soak.seconds} says for how long, {@code -Dholdfast.soak.seed} which lot,
 * {@code -Dholdfast.soak.engine=redis} that the nodes are Valkey or Redis, without TLS.
 */
abstract class SoakSuite extends ClusterSuite {

  private static final Duration LENGTH =
      Duration.ofSeconds(Long.getLong("holdfast.soak.seconds", 40));
  private static final long SEED = Long.getLong("holdfast.soak.seed", 20_261_121);
  private static final boolean ON_VALKEY =
      System.getProperty("holdfast.soak.engine", "memcached").equals("redis");

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration REDUNDANT = Duration.ofSeconds(30);
  private static final List<String> CONTEXTS = List.of("sticky", "all", "optimistic", "private");

  /** Whether there are fewer sessions and requests, so that each kind of fault has its turn. */
  private static final boolean IS_SHORT = LENGTH.compareTo(Duration.ofMinutes(2)) < 0;

  /** How many rounds later sessions that have ended are asked for: who asks learns of the end. */
  private static final int ROUNDS_LATER = 3;

  /** Of each tab, while a fault lasts and a little before and after it. */
  private static final int REQUESTS = IS_SHORT ? 16 : 60;

  /** At least, after the resources were counted first; however slow the machine is. */
  private static final int LATER_ROUNDS = IS_SHORT ? 2 : 4;

  /** Stale reads of each round. */
  private static final int SHOWN = 5;

  private static final long MEGABYTE = 1 << 20;

  private static final int MOST_PASSES = 6;
  private static final Duration LONG = Duration.ofMillis(150);

  /** Counters that say why a request was refused. */
  private static final Set<String> TOLD =
      Set.of(
          "failures",
          Metric.REQUESTS_IN_DOUBT.name(),
          Metric.LOADS_FAILED.name(),
          Metric.BACKUPS_FAILED.name(),
          Metric.SAVES_REFUSED.name(),
          Metric.LEASES_LOST.name(),
          Metric.LEASE_TIMEOUTS.name());

  private final PrivateStore privately = PrivateStore.create("soak");
  private final List<SoakNode> nodes = List.of(node("n1", SEED), node("n2", SEED + 2));
  private final Random random = new Random(SEED);
  private final List<StoreFault> lot = new ArrayList<>();
  private final List<List<SoakEnd>> endedLately = new ArrayList<>();
  private int turn;

  private SoakNode node(String name, long seed) {
    return ON_VALKEY
        ? SoakNode.startValkey(name, seed, privately)
        : SoakNode.start(name, seed, privately);
  }

  @Override
  final List<ContextXml> contexts() {
    return List.of(
        soaked("sticky", SoakNode::configuration),
        soaked("all", SoakNode::configuration)
            .manager("sticky", "false")
            .manager("lockingMode", "all"),
        soaked("optimistic", SoakNode::configuration)
            .manager("sticky", "false")
            .manager("lockingMode", "optimistic"),
        secret(
            soaked("private", SoakNode::privateConfiguration)
                .manager("sticky", "false")
                .manager("lockingMode", "optimistic")));
  }

  private ContextXml secret(ContextXml context) {
    return ON_VALKEY ? privately.sealed(context) : privately.used(context);
  }

  private ContextXml soaked(String name, Function<SoakNode, String> configuration) {
    return ContextXml.named(name)
        .manager(
            "memcachedNodes", nodes.stream().map(configuration).collect(Collectors.joining(",")))
        .manager("operationTimeout", "300");
  }

  @Override
  final TomcatSettings extras(TomcatSettings settings) {
    return ON_VALKEY ? settings.libraries(Cluster.jars("valkey")) : settings;
  }

  @AfterAll
  final void closeNodes() {
    nodes.forEach(SoakNode::close);
  }

  @Test
  void sessionsWhenTheStoreFailsAgainAndAgainThenNoneIsLostAndNoRequestFails() {
    System.out.printf("[holdfast] soak of %d s with seed %d%n", LENGTH.toSeconds(), SEED);
    List<SoakSession> sessions = sessions();
    warmUp(sessions);
    long end = System.nanoTime() + LENGTH.toNanos();
    List<SoakRound> rounds = new ArrayList<>();

    do {
      rounds.add(nextRound(sessions));
    } while (!lot.isEmpty()); // until each kind of fault has been here, Tomcat's pools still fill
    Resources first = Resources.of(tomcats());
    int atLeast = rounds.size() + LATER_ROUNDS;
    while (System.nanoTime() < end || rounds.size() < atLeast) {
      rounds.add(nextRound(sessions));
    }

    awaitRedundancy(sessions);
    endedLately.forEach(this::assertOver);
    Resources last = Resources.of(tomcats());
    assertTrue(last.isFlat(first), first + " became " + last);
    report(new SoakReport(LENGTH, SEED, rounds, happened(), first + " became " + last));
  }

  /**
   * Lets all request until none takes long: where cold Tomcats leave the answers of one node lying
   * for longer than {@code operationTimeout}, a fault of the other one is a second failure.
   */
  private void warmUp(List<SoakSession> sessions) {
    List<SoakTab> tabs = tabs(sessions);
    Duration largest = LONG;
    for (int i = 0; i < MOST_PASSES && largest.compareTo(LONG) >= 0; i++) {
      tabs.forEach(tab -> tab.latencies().clear());
      sessions.stream().flatMap(this::start).toList().forEach(CompletableFuture::join);
      largest = largest(tabs);
    }
    List<String> failed = tabs.stream().flatMap(tab -> tab.takeFailed().stream()).toList();
    assertEquals(List.of(), failed, () -> "without a fault; " + counted());
  }

  /** What the Tomcats have counted of failures, for an operator's first look. */
  private String counted() {
    StringJoiner counted = new StringJoiner("; ");
    for (TomcatProcess tomcat : tomcats()) {
      for (String context : CONTEXTS) {
        Map<String, String> counters = new Visitor(context).ask(tomcat, "counters");
        counters.keySet().retainAll(TOLD);
        counted.add(context + " of " + tomcat + " " + counters);
      }
    }
    return counted.toString();
  }

  private static List<SoakTab> tabs(List<SoakSession> sessions) {
    return sessions.stream().flatMap(session -> session.tabs().stream()).toList();
  }

  private Map<String, Long> happened() {
    return nodes.stream()
        .flatMap(node -> node.happened().entrySet().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
  }

  private static void report(SoakReport report) {
    System.out.println("[holdfast] soak: " + report.summary());
    if ("write".equals(System.getProperty("holdfast.document")) && !ON_VALKEY) {
      new SectionedDocument(Path.of("../docs/reliability.md")).replace("soak", report.section());
    }
  }

  private List<SoakSession> sessions() {
    List<SoakSession> sessions = new ArrayList<>();
    for (String context : CONTEXTS) {
      Mode mode = modeOf(context);
      for (int i = 0; i < sessionsOf(mode); i++) {
        sessions.add(new SoakSession(mode, context, i % 2, tomcats(), random.nextLong()));
      }
    }
    return sessions;
  }

  private static Mode modeOf(String context) {
    return context.equals("sticky") ? Mode.STICKY : Mode.NON_STICKY;
  }

  /** How many of a context there are: a sticky one is used at each Tomcat. */
  private static int sessionsOf(Mode mode) {
    return IS_SHORT ? (mode == Mode.STICKY ? 2 : 1) : 4;
  }

  /** Two of each kind, one ending on each Tomcat; in a short soak one, on each Tomcat in turn. */
  private List<SoakEnd> beginEnding() {
    List<List<TomcatProcess>> ways = List.of(List.of(t1(), t2()), List.of(t2(), t1()));
    List<List<TomcatProcess>> ofRound = IS_SHORT ? List.of(ways.get(turn++ % 2)) : ways;
    return CONTEXTS.stream()
        .flatMap(
            context ->
                ofRound.stream()
                    .map(
                        way ->
                            SoakEnd.begin(modeOf(context), context, way.get(0), way.get(1), nodes)))
        .toList();
  }

  private void assertOver(List<SoakEnd> sessions) {
    List<String> found =
        sessions.stream().flatMap(session -> session.foundAt(tomcats()).stream()).toList();
    assertEquals(List.of(), found, () -> "seed " + SEED);
  }

  private List<TomcatProcess> tomcats() {
    return List.of(t1(), t2());
  }

  /** Every kind of fault comes before one comes again. */
  private SoakRound nextRound(List<SoakSession> sessions) {
    if (lot.isEmpty()) {
      lot.addAll(StoreFault.SOAKED);
    }
    StoreFault fault = lot.remove(random.nextInt(lot.size()));
    SoakRound round = round(fault, nodes.get(random.nextInt(nodes.size())), sessions);
    System.out.println("[holdfast] soak: " + round);
    sessions.forEach(session -> session.move(tomcats()));
    if (endedLately.size() > ROUNDS_LATER) {
      assertOver(endedLately.remove(0));
    }
    return round;
  }

  private SoakRound round(StoreFault fault, SoakNode node, List<SoakSession> sessions) {
    List<SoakTab> tabs = tabs(sessions);
    List<SoakEnd> ending = beginEnding();
    tabs.forEach(tab -> tab.latencies().clear());
    List<CompletableFuture<Boolean>> traffic =
        sessions.stream().flatMap(session -> start(session)).toList();
    awaitRequests(tabs, 0.25);
    fault.begin(node);
    List<String> failed = new ArrayList<>();
    try {
      ending.stream().map(SoakEnd::end).filter(Objects::nonNull).forEach(failed::add);
      awaitRequests(tabs, 0.75);
    } finally {
      fault.finish(node);
    }
    long ended = System.nanoTime();
    traffic.forEach(CompletableFuture::join);
    int requests = count(tabs);
    Duration largest = largest(tabs);
    List<String> stale = tabs.stream().flatMap(tab -> tab.takeWrong().stream()).toList();
    stale.stream().limit(SHOWN).forEach(read -> System.out.println("[holdfast] soak: " + read));
    tabs.forEach(tab -> failed.addAll(tab.takeFailed()));
    assertEquals(
        List.of(),
        failed,
        () -> "seed " + SEED + ", " + node + " " + fault + "; " + counted() + t1().logs());
    awaitRedundancy(sessions);
    awaitOver(ending);
    endedLately.add(ending);
    Duration redundantAfter = Duration.ofNanos(System.nanoTime() - ended);
    cluster().awaitNodesSeen(CONTEXTS);
    assertNothingIsLost(sessions, fault);
    return new SoakRound(fault, node, requests, stale.size(), largest, redundantAfter);
  }

  private Stream<CompletableFuture<Boolean>> start(SoakSession session) {
    List<TomcatProcess> served = session.served(tomcats());
    return session.tabs().stream()
        .map(
            tab ->
                Background.start(
                    () -> {
                      for (int i = 0; i < REQUESTS; i++) {
                        tab.request(served);
                      }
                      return true;
                    }));
  }

  private static void awaitRequests(List<SoakTab> tabs, double share) {
    int wanted = (int) (tabs.size() * REQUESTS * share);
    Await.until(wanted + " requests", PATIENCE, () -> count(tabs) >= wanted);
  }

  private void awaitRedundancy(Collection<SoakSession> sessions) {
    for (SoakSession session : sessions) {
      Await.value(
          "the store has all that was answered, with seed " + SEED,
          REDUNDANT,
          () -> session.isRedundant(nodes) ? "" : session.describe(nodes),
          String::isEmpty);
    }
  }

  private void awaitOver(List<SoakEnd> ending) {
    for (SoakEnd session : ending) {
      Await.value(
          "the store says that it is over, with seed " + SEED,
          REDUNDANT,
          () -> session.isOver(nodes) ? "" : session.describe(nodes),
          String::isEmpty);
    }
  }

  private void assertNothingIsLost(List<SoakSession> sessions, StoreFault fault) {
    List<String> differences =
        sessions.stream()
            .flatMap(
                session ->
                    session.served(tomcats()).stream()
                        .flatMap(tomcat -> session.differences(tomcat).stream()))
            .toList();
    assertEquals(List.of(), differences, () -> "seed " + SEED + ", after " + fault);
  }

  private static int count(List<SoakTab> tabs) {
    return tabs.stream().mapToInt(tab -> tab.latencies().size()).sum();
  }

  private static Duration largest(List<SoakTab> tabs) {
    return tabs.stream()
        .flatMap(tab -> tab.latencies().stream())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /**
   * What the Tomcats hold when nothing is going on.
   *
   * @param threads of ours that stay: those of the pool end when they have been idle for seconds
   * @param heap bytes in use after a collection
   */
  private record Resources(int threads, long heap) {

    static Resources of(List<TomcatProcess> tomcats) {
      int threads = 0;
      long heap = 0;
      for (TomcatProcess tomcat : tomcats) {
        Visitor visitor = new Visitor("optimistic");
        threads += HoldfastThreads.stayingWhenQuiet(tomcat, visitor.context()).size();
        heap += Long.parseLong(visitor.value(tomcat, "gc"));
      }
      return new Resources(threads, heap);
    }

    boolean isFlat(Resources before) {
      return threads <= before.threads && heap - before.heap < 8 * MEGABYTE;
    }

    @Override
    public String toString() {
      return threads + " threads, " + heap / MEGABYTE + " MB";
    }
  }
}
