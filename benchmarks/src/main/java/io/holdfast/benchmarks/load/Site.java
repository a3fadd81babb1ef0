package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Latencies;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One Tomcat with those who ask it. */
public final class Site implements AutoCloseable {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final double NANOS_PER_SECOND = 1e9;

  private final TomcatProcess tomcat;
  private final Store store;
  private final Rest rest;
  private final Users users;
  private final Visitors visitors;

  /**
   * Creates it; users connect when they are asked to.
   *
   * @param tomcat runs, and is closed with this
   * @param store what it keeps sessions in
   * @param users how many there are
   */
  public Site(TomcatProcess tomcat, Store store, int users) {
    this.tomcat = tomcat;
    this.store = store;
    this.rest =
        new Rest(
            () -> store.traffic().operations(),
            System::nanoTime,
            () -> LockSupport.parkNanos(PAUSE_NANOS));
    this.users = new Users(tomcat.port(), users);
    this.visitors = new Visitors(tomcat.port());
  }

  /** What asks for pages. */
  @FunctionalInterface
  private interface Load {
    Latencies put() throws IOException, InterruptedException;
  }

  /** Lets all users ask for a page for a time, and waits until what they changed is stored. */
  public Turn ask(Page page, Duration time) throws IOException, InterruptedException {
    return watch(() -> users.ask(page, time));
  }

  /**
   * Lets people who come once ask for a page, and waits until what they made is stored.
   *
   * @param atOnce how many of them there are at the same time
   * @param requests how many there are together
   */
  public Turn visit(Page page, int atOnce, int requests) throws IOException, InterruptedException {
    return watch(() -> visitors.ask(page, atOnce, requests));
  }

  /** The Tomcat's port. */
  public int port() {
    return tomcat.port();
  }

  /** Waits until nothing is on its way to the store. */
  public void awaitRest() {
    rest.await();
  }

  private Turn watch(Load load) throws IOException, InterruptedException {
    Traffic before = store.traffic();
    Duration cpuBefore = cpu();
    long wrongBefore = users.wrong();
    long start = System.nanoTime();
    Latencies latencies = load.put();
    long stored = rest.await();
    return new Turn(
        latencies.count(),
        (stored - start) / NANOS_PER_SECOND,
        cpu().minus(cpuBefore).toNanos() / NANOS_PER_SECOND,
        latencies.millis(0.5),
        latencies.millis(0.99),
        store.traffic().since(before),
        users.wrong() - wrongBefore);
  }

  /** What the kernel counts for the process, in steps of ten milliseconds on Linux. */
  private Duration cpu() {
    return ProcessHandle.of(tomcat.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("No processor time of " + tomcat));
  }

  @Override
  public void close() throws IOException {
    visitors.close();
    try {
      users.close();
    } finally {
      tomcat.close();
    }
  }
}
