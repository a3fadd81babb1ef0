package io.holdfast.benchmarks.floor;

import com.sun.management.OperatingSystemMXBean;
import io.holdfast.benchmarks.engine.Crowd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The program of a bare client: users who do nothing but send the commands of requests. It reads
 * orders, each a line with a {@link Step} and its milliseconds, and answers with the number of
 * requests, the nanoseconds, and the nanoseconds of processor time of the whole process.
 */
final class BareClient {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final ExecutorService threads;
  private final List<UserCommands> users;

  private BareClient(ExecutorService threads, List<UserCommands> users) {
    this.threads = threads;
    this.users = users;
  }

  /**
   * Runs it until its input ends.
   *
   * @param arguments the name of a {@link Way}, how many users, the ports of the two nodes
   */
  public static void main(String[] arguments) throws Exception {
    Way way = Way.valueOf(arguments[0]);
    int size = Integer.parseInt(arguments[1]);
    List<Integer> ports = Stream.of(arguments).skip(2).map(Integer::valueOf).toList();
    ExecutorService threads = way.threads(size);
    try (BareConnections connections = way.connect(ports)) {
      List<UserCommands> users = new ArrayList<>();
      for (int user = 0; user < size; user++) {
        UserCommands commands = connections.of(user);
        Step.CHANGE_COPIED.perform(commands); // stores the records that are read
        users.add(commands);
      }
      new BareClient(threads, users).takeOrders();
    } finally {
      threads.shutdownNow();
    }
  }

  private void takeOrders() throws IOException, InterruptedException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ", 2);
      System.out.println(perform(Step.valueOf(words[0]), Long.parseLong(words[1])));
    }
  }

  private String perform(Step step, long millis) throws IOException, InterruptedException {
    long cpu = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    long end = start + 1_000_000 * millis;
    LongAdder requests = new LongAdder();
    Crowd.sideBySide(
        threads, users.size(), user -> requests.add(perform(step, users.get(user), end)));
    long nanos = System.nanoTime() - start;
    return "%d %d %d".formatted(requests.sum(), nanos, SYSTEM.getProcessCpuTime() - cpu);
  }

  private static long perform(Step step, UserCommands commands, long endNanos) throws IOException {
    long requests = 0;
    do {
      step.perform(commands);
      requests++;
    } while (System.nanoTime() - endNanos < 0);
    return requests;
  }
}
