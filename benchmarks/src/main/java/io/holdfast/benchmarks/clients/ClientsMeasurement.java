package io.holdfast.benchmarks.clients;

import io.holdfast.benchmarks.MeasurementsDocument;
import io.holdfast.benchmarks.Progress;
import io.holdfast.benchmarks.WebAppContext;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.spy.memcached.compat.log.SunLogger;

/** Compares the ways to a cache server, which take turns at each number of clients. */
final class ClientsMeasurement {

  /** Held, because the JDK forgets what it is told about a logger that nobody has. */
  private static final Logger LIBRARY = Logger.getLogger("net.spy.memcached");

  private final Path root;
  private final Effort effort;
  private final Figures figures = new Figures();
  private final Rush rush = new Rush();
  private final Progress progress;

  private ClientsMeasurement(Path root, Effort effort) {
    this.root = root;
    this.effort = effort;
    this.progress =
        new Progress("clients", (effort.warmUps() + effort.rounds()) * Figures.CLIENTS.size());
  }

  public static void main(String[] arguments) throws Exception {
    System.setProperty("net.spy.log.LoggerImpl", SunLogger.class.getName());
    LIBRARY.setLevel(Level.WARNING);
    boolean quick = List.of(arguments).contains("--quick");
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    new ClientsMeasurement(root, quick ? Effort.QUICK : Effort.FULL)
        .run(quick ? "benchmarks/run clients --quick" : "benchmarks/run clients");
  }

  private void run(String command) throws Exception {
    String loadBefore = WebAppContext.loadAverage();
    try (MemcachedProcess memcached = MemcachedProcess.start(new MemcachedLimits(256, 1 << 20));
        JavaCache javaCache = JavaCache.start()) {
      for (int i = 0; i < effort.warmUps(); i++) {
        round(memcached, javaCache, i, new Figures(), "warming up");
      }
      for (int i = 0; i < effort.rounds(); i++) {
        round(memcached, javaCache, i, figures, "round " + (i + 1));
      }
      write(WebAppContext.machine(command, loadBefore), memcached.probe().version());
    }
  }

  /** Every second round in the other order. */
  private void round(
      MemcachedProcess memcached, JavaCache javaCache, int number, Figures into, String name)
      throws Exception {
    List<Way> order = new ArrayList<>(List.of(Way.values()));
    if (number % 2 == 1) {
      Collections.reverse(order);
    }
    for (int clients : Figures.CLIENTS) {
      StringBuilder line = new StringBuilder();
      for (Way way : order) {
        try (Access access = way.open(memcached.port(), javaCache.port())) {
          Map<Operation, Result> results = rush.run(access, clients, effort.repeats());
          results.forEach((operation, it) -> into.add(new Cell(way, clients, operation), it));
          line.append(", ").append(way.title());
          results.values().forEach(result -> line.append(" %,.0f/s".formatted(result.rate())));
        }
      }
      progress.step("%s, %d clients%s".formatted(name, clients, line));
    }
  }

  private void write(String machine, String version) throws IOException {
    Files.writeString(
        root.resolve("docs/images").resolve(ClientsSection.IMAGE), ClientsChart.of(figures));
    MeasurementsDocument.ofBenchmarks(root)
        .replace("clients", new ClientsSection(figures, effort, machine, version).toString());
    progress.say("see docs/benchmarks.md");
  }
}
