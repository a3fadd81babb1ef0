package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Records what concurrent clients see of their sessions, in every mode, for a checker that is not
 * ours: {@code dist/histories} runs both.
 */
abstract class HistoriesSuite extends LineSuite {

  private static final Duration LENGTH =
      Duration.ofSeconds(Long.getLong("holdfast.histories.seconds", 10));
  private static final long SEED = Long.getLong("holdfast.histories.seed", 1);
  private static final String MODES =
      System.getProperty("holdfast.histories.modes", "sticky,none,optimistic,all,auto,pattern");
  private static final String ENGINE = System.getProperty("holdfast.histories.engine", "memcached");

  /** That a write waits for, where servers replace each other. */
  private static final int REPLICAS = Integer.getInteger("holdfast.histories.replicas", 0);

  private static final String FAULTS = System.getProperty("holdfast.histories.faults", ".*");
  private static final Path FOLDER =
      Path.of(System.getProperty("holdfast.histories.folder", "target/histories/run"));

  /** If Tomcats are to reach the nodes by TLS, and to seal what they store; else null. */
  private static final @Nullable PrivateStore PRIVATE =
      Boolean.getBoolean("holdfast.histories.private") ? PrivateStore.create("histories") : null;

  /** So that no session is old enough to expire, and a history fits into the checker's memory. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /** How many users at a time have one. */
  private static final int SOCKETS = 3;

  /** Of one Tomcat. */
  private static final long MOST_WARNINGS = 10_000;

  @Test
  void requestsWhenTheyAreRecordedThenThereIsAHistoryToCheck() throws InterruptedException {
    long left = LENGTH.toSeconds();
    for (long seed = SEED; left > 0; seed++) {
      long seconds = Math.min(left, LONGEST.toSeconds());
      record(seed, Duration.ofSeconds(seconds));
      left -= seconds;
    }
  }

  private void record(long seed, Duration length) throws InterruptedException {
    Random random = new Random(seed);
    int tomcats = Integer.getInteger("holdfast.histories.tomcats", seed % 2 == 0 ? 3 : 2);
    int nodes = Integer.getInteger("holdfast.histories.nodes", seed % 4 == 0 ? 3 : 2);
    List<HistoryMode> modes = HistoryMode.named(MODES);
    List<ContextXml> plain =
        Stream.concat(modes.stream().map(HistoryMode::context), Stream.of(HistorySockets.context()))
            .toList();
    Path path = FOLDER.resolve(seed + ".jsonl");
    ExecutorService threads = Executors.newCachedThreadPool();
    try (HistoryStore store = store(nodes);
        LinedCluster cluster =
            LinedCluster.start(
                line(),
                "kryo",
                tomcats,
                store.nodes(),
                store.source(),
                seed,
                plain.stream().map(store::used).toList(),
                HistoriesSuite::users);
        HistoryFile file = HistoryFile.create(path, head(seed, length, tomcats, nodes))) {
      cluster.tomcats().parallelStream().forEach(cluster::warmUp);
      cluster.tomcats().forEach(tomcat -> tomcat.serve(true));
      List<HistoryGroup> groups = groups(modes, cluster, file, random);
      HistoryFaults faults =
          new HistoryFaults(
              cluster,
              file,
              () -> sessions(groups),
              () -> groups.forEach(HistoryGroup::visit),
              kinds(store),
              random.nextLong());
      cluster.awaitNodesSeen();
      AtomicBoolean asking = new AtomicBoolean(true);
      HistoryWatch watch = new HistoryWatch(cluster, modes, file);
      watch.look();
      CompletableFuture<Void> watching =
          CompletableFuture.runAsync(() -> watch.run(asking::get), threads);
      long end = System.nanoTime() + length.toNanos();
      BooleanSupplier goingOn = () -> System.nanoTime() < end;
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (HistoryGroup group : groups) {
        running.add(
            CompletableFuture.runAsync(() -> group.run(threads, goingOn, faults::isCalm), threads));
      }
      for (HistorySuccession succession : successions(modes, cluster, file, random)) {
        running.add(CompletableFuture.runAsync(() -> succession.run(threads, goingOn), threads));
      }
      for (int i = 0; i < SOCKETS; i++) {
        HistorySockets sockets = new HistorySockets(cluster, file, random.nextLong());
        running.add(CompletableFuture.runAsync(() -> sockets.run(goingOn), threads));
      }
      faults.run(goingOn);
      running.forEach(CompletableFuture::join);
      groups.forEach(HistoryGroup::askAgain);
      asking.set(false);
      watching.join();
      noteWarnings(cluster, file);
      System.out.printf("[holdfast] histories: seed %d, %,d entries%n", seed, file.entries());
      assertTrue(file.entries() > 0);
    } finally {
      threads.shutdownNow();
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }
  }

  /** What the Tomcats have warned of; their clock and the history's are told once. */
  private static void noteWarnings(LinedCluster cluster, HistoryFile file) {
    long now = System.nanoTime();
    file.told("all", "it is " + Instant.now(), now, now);
    for (LinedTomcat tomcat : cluster.tomcats()) {
      tomcat
          .process()
          .logs()
          .lines()
          .filter(line -> line.contains(" WARNING [") || line.contains(" SEVERE ["))
          .limit(MOST_WARNINGS)
          .forEach(line -> file.told(tomcat.toString(), line, now, now));
    }
  }

  private static TomcatSettings users(TomcatSettings settings) {
    return settings.user(HistorySockets.USER, HistorySockets.PASSWORD);
  }

  private static HistoryStore store(int nodes) {
    return switch (ENGINE) {
      case "memcached" -> LinedStore.memcached(nodes, PRIVATE);
      case "redis" -> LinedStore.valkey(nodes);
      case "sentinel" -> SentinelStore.start(REPLICAS);
      case "cluster" -> ShardedStore.start(REPLICAS);
      default -> throw new IllegalArgumentException("holdfast.histories.engine=" + ENGINE);
    };
  }

  private static List<HistorySession> sessions(List<HistoryGroup> groups) {
    return groups.stream().flatMap(group -> group.sessions().stream()).toList();
  }

  private static List<HistoryFault> kinds(HistoryStore store) {
    return store.faults().stream().filter(fault -> fault.title().matches(FAULTS)).toList();
  }

  /** A Tomcat may keep a copy of a sticky session that has ended, as docs/failures.md says. */
  private static List<HistorySuccession> successions(
      List<HistoryMode> modes, LinedCluster cluster, HistoryFile file, Random random) {
    List<HistorySuccession> successions = new ArrayList<>();
    List<HistoryMode> shared = modes.stream().filter(mode -> mode != HistoryMode.STICKY).toList();
    for (int i = 0; shared.size() > 1 && i < shared.size(); i++) {
      HistoryMode other = shared.get((i + 1) % shared.size());
      successions.add(
          new HistorySuccession(shared.get(i), other, cluster, file, random.nextLong()));
    }
    return successions;
  }

  private static String head(long seed, Duration length, int tomcats, int nodes) {
    return "{\"commit\":\"%s\",\"seed\":%d,\"seconds\":%d,\"tomcats\":%d,\"nodes\":%d}"
        .formatted(
            System.getProperty("holdfast.commit", "unknown"),
            seed,
            length.toSeconds(),
            tomcats,
            nodes);
  }

  private static List<HistoryGroup> groups(
      List<HistoryMode> modes, LinedCluster cluster, HistoryFile file, Random random) {
    List<HistoryGroup> groups = new ArrayList<>();
    for (HistoryMode mode : modes) {
      groups.add(new HistoryGroup(mode, mode + "-a", 6, 25, cluster, file, random.nextLong()));
      groups.add(new HistoryGroup(mode, mode + "-b", 3, 100, cluster, file, random.nextLong()));
      if (mode != HistoryMode.STICKY) { // of what they change behind their answers
        groups.add(new HistoryGroup(mode, mode + "-c", 1, 100, cluster, file, random.nextLong()));
      }
    }
    return groups;
  }
}
