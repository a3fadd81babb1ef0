package io.holdfast.benchmarks.clients;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** As many clients as are asked for, each with its own keys: all write, and then all read. */
final class Rush {

  /** Values of each client. */
  static final int VALUES = 50;

  /** Bytes of a value. */
  static final int SIZE = 1_024;

  /** After which the server forgets them. */
  static final int SECONDS = 300;

  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /**
   * Lets clients write and read.
   *
   * @param repeats how often each goes through its values
   */
  Map<Operation, Result> run(Access access, int clients, int repeats) throws Exception {
    List<Connection> connections = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      for (int i = 0; i < clients; i++) {
        connections.add(access.connect());
      }
      Map<Operation, Result> results = new EnumMap<>(Operation.class);
      for (Operation operation : Operation.values()) {
        results.put(operation, run(operation, connections, threads, repeats));
      }
      return results;
    } finally {
      threads.shutdownNow();
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private Result run(
      Operation operation, List<Connection> connections, ExecutorService threads, int repeats)
      throws Exception {
    List<Callable<Boolean>> clients = new ArrayList<>();
    for (int i = 0; i < connections.size(); i++) {
      clients.add(client(operation, connections.get(i), i, repeats));
    }
    long processors = system.getProcessCpuTime();
    long start = System.nanoTime();
    for (Future<Boolean> client : threads.invokeAll(clients)) {
      client.get();
    }
    double nanos = System.nanoTime() - start;
    double busy = system.getProcessCpuTime() - processors;
    double operations = (double) connections.size() * VALUES * repeats;
    return new Result(NANOS * operations / nanos, busy / operations / NANOS_PER_MICRO);
  }

  private static Callable<Boolean> client(
      Operation operation, Connection connection, int number, int repeats) {
    byte[] value = new byte[SIZE];
    return () -> {
      for (int repeat = 0; repeat < repeats; repeat++) {
        for (int i = 0; i < VALUES; i++) {
          operation.perform(connection, "client-" + number + "-" + i, value);
        }
      }
      return true;
    };
  }
}
