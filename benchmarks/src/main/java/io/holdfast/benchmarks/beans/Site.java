package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.ListeningProcess;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.UsualOpens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One TomEE with its memcached. */
final class Site implements AutoCloseable {

  /** The largest heap. */
  static final String HEAP = "256m";

  private static final int LINE_OF_TOMCAT = 9;
  private static final MemcachedLimits LIMITS = new MemcachedLimits(256, 1 << 20);
  private static final Duration EMPTY_DEADLINE = Duration.ofSeconds(30);
  private static final double NANOS_PER_SECOND = 1e9;

  private final Server server;
  private final MemcachedProcess node;
  private final TemporaryFiles temporary;
  private final ListeningProcess tomee;

  private Site(
      Server server, MemcachedProcess node, TemporaryFiles temporary, ListeningProcess tomee) {
    this.server = server;
    this.node = node;
    this.temporary = temporary;
    this.tomee = tomee;
  }

  /**
   * Starts both.
   *
   * @param classPath of the server
   * @param directory for the application, TomEE's files and its log
   */
  static Site open(Server server, Application application, String classPath, Path directory)
      throws IOException {
    Path own = directory.resolve((server.keeper() + "-" + server.kind()).toLowerCase(Locale.ROOT));
    Files.createDirectories(own);
    TemporaryFiles temporary = TemporaryFiles.in(own);
    MemcachedProcess node = MemcachedProcess.start(LIMITS);
    try {
      Path docBase = own.resolve("beans");
      application.unpack(docBase, server.keeper().manager("n1:" + node.address()));
      List<String> command = new ArrayList<>(List.of(Jdk.running().java().toString()));
      command.addAll(UsualOpens.options(LINE_OF_TOMCAT));
      command.addAll(List.of("-Xmx" + HEAP, "-XX:+UseSerialGC", temporary.option()));
      command.addAll(List.of("-cp", classPath, "beans.server.BeanServer"));
      command.addAll(List.of(own.resolve("tomee").toString(), docBase.toString()));
      return new Site(
          server,
          node,
          temporary,
          ListeningProcess.start("tomee-" + own.getFileName(), command, own.resolve("log.txt")));
    } catch (IOException | RuntimeException e) {
      node.close();
      temporary.close();
      throw e;
    }
  }

  /** Lets so many users have sessions for a time, and waits until nothing of them is stored. */
  Turn ask(int users, Duration time) throws IOException, InterruptedException {
    try (Shoppers shoppers = new Shoppers(tomee.port(), users)) {
      Duration cpuBefore = tomee.cpu();
      long start = System.nanoTime();
      int requests = shoppers.askUntil(start + time.toNanos(), server.kind());
      awaitEmpty();
      double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      double cpu = tomee.cpu().minus(cpuBefore).toNanos() / NANOS_PER_SECOND;
      return new Turn(requests, seconds, cpu);
    }
  }

  private void awaitEmpty() {
    Await.until(
        "nothing is stored of sessions that have ended",
        EMPTY_DEADLINE,
        () -> node.probe().itemCount() == 0);
  }

  /** Lets so many users begin a session and leave; waits until all are stored, then for no more. */
  Abandonment abandon(int users) throws IOException {
    try (Shoppers shoppers = new Shoppers(tomee.port(), users)) {
      shoppers.abandon(server.kind(), Abandonment.IDLE);
    }
    long start = System.nanoTime();
    Await.until(
        "all sessions are stored", EMPTY_DEADLINE, () -> node.probe().keys().size() >= users);
    awaitEmpty();
    return new Abandonment(users, (System.nanoTime() - start) / NANOS_PER_SECOND);
  }

  /** What runs here, in words. */
  String versions() {
    String said =
        tomee
            .log()
            .lines()
            .filter(line -> line.startsWith("running "))
            .map(line -> line.substring("running ".length()))
            .findFirst()
            .orElse("TomEE");
    return said + "; memcached " + node.probe().version();
  }

  @Override
  public void close() {
    tomee.close();
    node.close();
    temporary.close();
  }
}
