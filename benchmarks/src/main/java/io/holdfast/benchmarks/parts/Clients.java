package io.holdfast.benchmarks.parts;

import com.sun.management.OperatingSystemMXBean;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.ListeningProcess;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.report.BarChart;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.memcached.EmbeddedMemcachedMain;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.spy.memcached.compat.log.SunLogger;

/** Compares the ways of many clients to a cache server. */
public final class Clients {

  /** Values of each client. */
  static final int VALUES = 50;

  /** Bytes of a value. */
  static final int SIZE = 1_024;

  /** After which the server forgets them. */
  static final int SECONDS = 300;

  /** How many clients there are side by side. */
  static final List<Integer> CLIENTS = List.of(50, 100, 150, 200, 250, 300);

  private static final String RAW = "plain sockets";
  private static final String LIBRARY = "spymemcached";
  static final String OURS = "Holdfast's store";
  private static final String JAVA_CACHE = "plain sockets, cache server in Java";
  private static final List<String> WAYS = List.of(RAW, LIBRARY, OURS, JAVA_CACHE);
  private static final List<String> OPERATIONS = List.of("write", "read");

  /** Held here, because the JDK forgets the level of a logger without references. */
  private static final Logger LOG = Logger.getLogger("net.spy.memcached");

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Clients() {}

  /** What all clients of a program have in common. */
  @FunctionalInterface
  interface Access extends Closeable {

    /** What one of the clients uses. */
    Connection connect() throws Exception;

    @Override
    default void close() throws IOException {}
  }

  /** One client's way to the server. For one thread. */
  interface Connection extends Closeable {

    /** Writes a value, and waits until the server has it. */
    void set(String key, byte[] value) throws Exception;

    /** Reads a value that is there. */
    byte[] get(String key) throws Exception;

    @Override
    default void close() throws IOException {}
  }

  /** Runs it: as published, the best of three. */
  public static void perform(Run run) throws Exception {
    System.setProperty("net.spy.log.LoggerImpl", SunLogger.class.getName());
    LOG.setLevel(Level.WARNING);
    int rounds = run.effort(3, 1);
    int repeats = run.effort(5, 3, 2);
    Map<String, Callable<Access>> ways = new LinkedHashMap<>();
    try (MemcachedProcess memcached = MemcachedProcess.start(new MemcachedLimits(256, 1 << 20));
        ListeningProcess javaCache =
            ListeningProcess.start(
                run.root().resolve("benchmarks/target/java-cache"),
                11,
                System.getProperty("java.class.path"),
                List.of(EmbeddedMemcachedMain.class.getName()))) {
      ways.put(RAW, () -> () -> new RawSocket(memcached.port()));
      ways.put(LIBRARY, () -> new SpyAccess(memcached.port()));
      ways.put(OURS, () -> new StoreAccess(memcached.port()));
      ways.put(JAVA_CACHE, () -> () -> new RawSocket(javaCache.port()));
      Figures figures =
          Field.measure(
              run,
              ways,
              new Scenario<>(
                  "clients",
                  CLIENTS,
                  run.effort(1, 0),
                  rounds,
                  (access, clients, round) -> rush(access, clients, repeats)));
      run.image("clients.svg", chart(figures));
      run.write(
          Run.BENCHMARKS,
          section(run.section(), figures)
              .with("memcached", memcached.probe().version())
              .with("values", VALUES)
              .with("size", "%,d".formatted(SIZE))
              .with("repeats", repeats)
              .with("rounds", rounds));
    }
  }

  /** Lets clients write and then read their own values, so many times. */
  private static Map<String, Turn> rush(Access access, int clients, int repeats) throws Exception {
    List<Connection> connections = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        connections.add(access.connect());
      }
      byte[] value = new byte[SIZE];
      Map<String, Turn> turns = new LinkedHashMap<>();
      for (String operation : OPERATIONS) {
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        Crowd.sideBySide(
            clients,
            number -> {
              for (int i = 0; i < VALUES * repeats; i++) {
                String key = "client-" + number + "-" + i % VALUES;
                perform(operation, connections.get(number), key, value);
              }
            });
        turns.put(
            subject(operation, clients),
            Turn.of(
                (long) clients * VALUES * repeats,
                (System.nanoTime() - start) / 1e9,
                (SYSTEM.getProcessCpuTime() - cpu) / 1e9));
      }
      return turns;
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private static void perform(String operation, Connection connection, String key, byte[] value)
      throws Exception {
    if (operation.equals("write")) {
      connection.set(key, value);
    } else if (connection.get(key).length != value.length) {
      throw new IllegalStateException("another value lies under " + key);
    }
  }

  static String subject(String operation, int clients) {
    return "%s, %d clients".formatted(operation, clients);
  }

  private static BarChart chart(Figures figures) {
    List<String> shown =
        OPERATIONS.stream()
            .flatMap(operation -> List.of(subject(operation, 50), subject(operation, 300)).stream())
            .toList();
    return new Comparison(figures, WAYS, LIBRARY, shown)
        .chart(Turn::rate, "operations a second", "%,.0f");
  }

  /** The figures; of the rates the best round counts, of processor time the median. */
  static Section section(Section section, Figures figures) {
    return section
        .withRatio("writes", beside(figures, "write", Turn::rate))
        .withRatio("reads", beside(figures, "read", Turn::rate))
        .withRatio("cpu of writes", beside(figures, "write", Turn::cpuMicros))
        .withRatio("cpu of reads", beside(figures, "read", Turn::cpuMicros))
        .with(
            "rates",
            table(
                WAYS,
                (way, subject) -> "%,.0f".formatted(figures.of(way, subject, Turn::rate).most())))
        .with(
            "cpu",
            table(
                List.of(RAW, LIBRARY, OURS),
                (way, subject) ->
                    "%.1f".formatted(figures.of(way, subject, Turn::cpuMicros).median())));
  }

  /** Ours divided by the library alone: the median over all rounds and numbers of clients. */
  private static double beside(Figures figures, String operation, ToDoubleFunction<Turn> figure) {
    List<String> subjects = CLIENTS.stream().map(clients -> subject(operation, clients)).toList();
    return figures.ratio(OURS, LIBRARY, subjects, figure).median();
  }

  private static String table(List<String> ways, BiFunction<String, String, String> figure) {
    List<String> rows =
        ways.stream()
            .flatMap(way -> OPERATIONS.stream().map(operation -> way + " | " + operation))
            .toList();
    return Table.grid(
        rows,
        CLIENTS.stream().map(clients -> clients + " clients").toList(),
        (row, clients) -> {
          String[] heads = row.split(" \\| ", 2);
          return figure.apply(heads[0], heads[1] + ", " + clients);
        });
  }
}
