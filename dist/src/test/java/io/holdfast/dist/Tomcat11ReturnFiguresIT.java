package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.document.SectionedDocument;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures how long it takes until many sessions are where they belong after nodes have gone or
 * come, and sees that none comes back that ended meanwhile; {@code dist/reliability} runs it.
 */
@EnabledIfSystemProperty(named = "holdfast.figures", matches = "true")
class Tomcat11ReturnFiguresIT extends ClusterSuite {

  private static final int SESSIONS = 20_000;
  private static final int SESSIONS_WITHOUT_STORE = 2_000;
  private static final int CREATORS = 10;
  private static final int CLIENTS = 8;
  private static final int FLOOD = 50;
  private static final int ENDS = 20;
  private static final Duration FLOOD_LENGTH = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long MEGABYTE = 1024 * 1024;

  private final List<ReturnFigure> figures = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  @Override
  List<ContextXml> contexts() {
    return List.of(ContextXml.named("app"));
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return settings.heap("512m");
  }

  @Test
  void sessionsWhenNodesGoAndComeThenAllAreStored() {
    loseAndReturnOne();
    startWithoutStore();
    flood();

    write();
  }

  private void loseAndReturnOne() {
    List<Visitor> visitors = visitors(SESSIONS);
    Set<String> all = keys(visitors);
    Await.until(
        "all are stored",
        PATIENCE,
        () -> cluster().n1.probe().itemCount() + cluster().n2.probe().itemCount() >= SESSIONS);
    Set<String> onFirst = new HashSet<>(cluster().n1.probe().keys());
    onFirst.retainAll(all);
    String each = "of %,d sessions, ".formatted(SESSIONS);

    List<Visitor> leaving = visitors(ENDS);
    List<Visitor> leavingLater = visitors(ENDS);
    TimedClients clients = TimedClients.start(t1(), visitors.subList(0, CLIENTS));
    long killed = System.nanoTime();
    cluster().n1.kill();
    end(leaving);
    Duration moved = awaitOn(cluster().n2, all, killed);
    figures.add(
        new ReturnFigure(
            "20: " + each + "those of a node that is killed",
            onFirst.size(),
            clients.stop(),
            moved,
            ENDS));

    clients = TimedClients.start(t1(), visitors.subList(CLIENTS, 2 * CLIENTS));
    cluster().n1.start();
    long returned = System.nanoTime();
    end(leavingLater);
    Duration back = awaitOn(cluster().n1, onFirst, returned);
    figures.add(
        new ReturnFigure(
            "22: " + each + "those of a node that comes back, empty",
            onFirst.size(),
            clients.stop(),
            back,
            ENDS));
    awaitNoneWaits();
    assertEnded(leaving);
    assertEnded(leavingLater);
  }

  private void startWithoutStore() {
    t1().stop();
    Duration usual = timed(() -> t1().start());
    t1().stop();
    cluster().nodes().forEach(MemcachedNode::kill);
    Duration alone = timed(() -> t1().start());
    remarks.add(
        "24: a Tomcat serves %,d ms after its start with no node there; %,d ms with both"
            .formatted(alone.toMillis(), usual.toMillis()));

    List<Visitor> visitors = visitors(CLIENTS);
    TimedClients clients = TimedClients.start(t1(), visitors);
    visitors.addAll(visitors(SESSIONS_WITHOUT_STORE - CLIENTS));
    List<Visitor> leaving = visitors(ENDS);
    end(leaving);
    cluster().n1.start();
    long up = System.nanoTime();
    Duration stored = awaitOn(cluster().n1, keys(visitors), up);
    figures.add(
        new ReturnFigure(
            "24: the first node comes up after Tomcat's start",
            SESSIONS_WITHOUT_STORE,
            clients.stop(),
            stored,
            ENDS));
    cluster().n2.start();
    cluster().awaitNodesSeen(List.of("app"));
    awaitNoneWaits();
    assertEnded(leaving);
  }

  private void flood() {
    List<Visitor> visitors = visitors(FLOOD);
    List<Visitor> leaving = visitors(ENDS);
    long before = heap();
    cluster().nodes().forEach(MemcachedNode::freeze);
    TimedClients clients = TimedClients.start(t1(), visitors);
    end(leaving);
    CompletableFuture<Void> end =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, FLOOD_LENGTH.toMillis(), TimeUnit.MILLISECONDS);
    end.join();
    long during = heap();
    List<Duration> latencies = clients.stop();
    cluster().nodes().forEach(MemcachedNode::thaw);
    figures.add(
        new ReturnFigure(
            "23: all nodes are frozen for %d s, %d clients"
                .formatted(FLOOD_LENGTH.toSeconds(), FLOOD),
            FLOOD,
            latencies,
            null,
            ENDS));
    cluster().awaitNodesSeen(List.of("app"));
    awaitNoneWaits();
    assertEnded(leaving);
    remarks.add(
        "23: heap in use after a collection: %d MB before that flood, %d MB at its end, %d MB after"
            .formatted(before / MEGABYTE, during / MEGABYTE, heap() / MEGABYTE));
  }

  private long heap() {
    return Long.parseLong(new Visitor("app").value(t1(), "gc"));
  }

  /** Visitors with a session each, made by a few clients at a time. */
  private List<Visitor> visitors(int count) {
    List<Visitor> visitors = Stream.generate(() -> new Visitor("app")).limit(count).toList();
    int share = (count + CREATORS - 1) / CREATORS;
    List<CompletableFuture<Boolean>> creators = new ArrayList<>();
    for (int from = 0; from < count; from += share) {
      List<Visitor> mine = visitors.subList(from, Math.min(from + share, count));
      creators.add(
          Background.start(
              () -> {
                mine.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=apple"));
                return true;
              }));
    }
    creators.forEach(CompletableFuture::join);
    return new ArrayList<>(visitors);
  }

  private void end(List<Visitor> leaving) {
    leaving.forEach(visitor -> visitor.ask(t1(), "invalidate"));
  }

  /** None of these is found, here or on the other Tomcat. */
  private void assertEnded(List<Visitor> left) {
    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      List<String> found =
          left.stream()
              .map(visitor -> visitor.copy().ask(tomcat, "peek").get("session"))
              .filter(session -> !"null".equals(session))
              .toList();
      assertEquals(List.of(), found, () -> "came back at " + tomcat);
    }
  }

  private static Set<String> keys(Collection<Visitor> visitors) {
    return new HashSet<>(visitors.stream().map(visitor -> Cluster.key(visitor.id())).toList());
  }

  /** How long it takes, from then on, until a node holds all of these. */
  private static Duration awaitOn(MemcachedNode node, Set<String> keys, long from) {
    Await.until(
        keys.size() + " sessions are on " + node,
        PATIENCE,
        () ->
            node.probe().itemCount() >= keys.size()
                && new HashSet<>(node.probe().keys()).containsAll(keys));
    return Duration.ofNanos(System.nanoTime() - from);
  }

  private void awaitNoneWaits() {
    try (ManagerBean app = ManagerBean.of(t1(), "app")) {
      Await.until("none waits", PATIENCE, () -> app.get("resyncWaiting").equals(0));
      assertEquals(List.of(), app.list("lostNodes"));
    }
  }

  private static Duration timed(Runnable action) {
    long start = System.nanoTime();
    action.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void write() {
    String head =
        "- %s UTC, commit `%s`; repeat with `dist/reliability`\n"
            .formatted(
                LocalDateTime.now(ZoneOffset.UTC)
                    .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")),
                System.getProperty("holdfast.commit", "unknown"));
    String section =
        Stream.of(
                Stream.of(head),
                remarks.stream().map("- %s\n"::formatted),
                Stream.of("\n" + ReturnFigure.HEAD),
                figures.stream().map(ReturnFigure::row))
            .flatMap(lines -> lines)
            .reduce("", String::concat);
    System.out.println("[holdfast] figures:\n" + section);
    new SectionedDocument(Path.of("../docs/reliability.md")).replace("returns", section);
  }
}
