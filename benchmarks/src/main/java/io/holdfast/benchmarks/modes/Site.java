package io.holdfast.benchmarks.modes;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Latencies;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One Tomcat with its users. */
final class Site implements AutoCloseable {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final double NANOS_PER_SECOND = 1e9;

  private final TomcatProcess tomcat;
  private final Nodes nodes;
  private final Rest rest;
  private final List<User> users = new ArrayList<>();
  private final ExecutorService threads;

  private Site(TomcatProcess tomcat, Nodes nodes, int size) {
    this.tomcat = tomcat;
    this.nodes = nodes;
    this.rest = new Rest(this::writes, System::nanoTime, () -> LockSupport.parkNanos(PAUSE_NANOS));
    this.threads = Executors.newFixedThreadPool(size);
  }

  /** Starts the Tomcat and connects the users. */
  static Site open(Mode mode, Bench bench, Nodes nodes, int size) throws IOException {
    Site site = new Site(mode.start(bench, nodes), nodes, size);
    try {
      for (int number = 0; number < size; number++) {
        site.users.add(new User(site.tomcat.port()));
      }
      return site;
    } catch (IOException e) {
      site.close();
      throw e;
    }
  }

  /** Lets all users ask for a page for a time, and waits until what they changed is stored. */
  Turn ask(Page page, Duration time) throws IOException, InterruptedException {
    long writesBefore = writes();
    long bytesBefore = nodes.sum("bytes_read");
    Duration cpuBefore = cpu();
    long start = System.nanoTime();
    Latencies latencies = askUntil(start + time.toNanos(), page);
    long stored = rest.await();
    return new Turn(
        latencies.count(),
        (stored - start) / NANOS_PER_SECOND,
        cpu().minus(cpuBefore).toNanos() / NANOS_PER_SECOND,
        latencies.millis(0.5),
        latencies.millis(0.99),
        writes() - writesBefore,
        nodes.sum("bytes_read") - bytesBefore);
  }

  private Latencies askUntil(long endNanos, Page page) throws IOException, InterruptedException {
    List<Callable<Latencies>> tasks = new ArrayList<>();
    users.forEach(user -> tasks.add(() -> user.askUntil(endNanos, page)));
    Latencies all = new Latencies();
    for (Future<Latencies> latencies : threads.invokeAll(tasks)) {
      try {
        all.addAll(latencies.get());
      } catch (ExecutionException e) {
        throw new IOException("A user failed", e.getCause());
      }
    }
    return all;
  }

  private long writes() {
    return nodes.sum("cmd_set") + nodes.sum("cmd_touch");
  }

  /** What the kernel counts for the process, in steps of ten milliseconds on Linux. */
  private Duration cpu() {
    return ProcessHandle.of(tomcat.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("No processor time of " + tomcat));
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    try {
      for (User user : users) {
        user.close();
      }
    } finally {
      tomcat.close();
    }
  }
}
