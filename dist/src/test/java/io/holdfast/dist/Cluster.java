package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two Tomcats of one line in processes of their own, two memcached nodes, and the jars of the
 * distribution as an operator would drop them into {@code lib}.
 */
final class Cluster implements AutoCloseable {

  /** As an operator starts nodes for sessions that are larger than memcached's one megabyte. */
  private static final MemcachedLimits LIMITS = new MemcachedLimits(64, 2 * 1024 * 1024);

  final MemcachedNode n1 = MemcachedNodes.start(LIMITS);
  final MemcachedNode n2 = MemcachedNodes.start(LIMITS);
  final TomcatProcess t1;
  final TomcatProcess t2;

  private Cluster(
      int line,
      String serializer,
      List<ContextXml> contexts,
      UnaryOperator<TomcatSettings> first,
      UnaryOperator<TomcatSettings> second) {
    TomcatDistribution distribution = distribution(line);
    Path docBase = ProbeApplication.compile(distribution, target("probe-" + line));
    String nodes = "n1:%s,n2:%s".formatted(n1.address(), n2.address());
    t1 = first.apply(settings(distribution, "t1", serializer, docBase, nodes, contexts)).build();
    t2 = second.apply(settings(distribution, "t2", serializer, docBase, nodes, contexts)).build();
  }

  /** Starts everything, with two Tomcats that are alike. */
  static Cluster start(
      int line,
      String serializer,
      List<ContextXml> contexts,
      UnaryOperator<TomcatSettings> extras) {
    return start(line, serializer, contexts, extras, extras);
  }

  /** Starts everything, with two Tomcats that may differ. */
  static Cluster start(
      int line,
      String serializer,
      List<ContextXml> contexts,
      UnaryOperator<TomcatSettings> first,
      UnaryOperator<TomcatSettings> second) {
    Cluster cluster = new Cluster(line, serializer, contexts, first, second);
    try {
      CompletableFuture<Void> other = CompletableFuture.runAsync(cluster.t2::start);
      cluster.t1.start();
      other.join();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static TomcatSettings settings(
      TomcatDistribution distribution,
      String route,
      String serializer,
      Path docBase,
      String nodes,
      List<ContextXml> contexts) {
    TomcatSettings settings =
        TomcatProcess.of(distribution).jvmRoute(route).libraries(jars(serializer));
    for (ContextXml context : contexts) {
      settings.application(context.name(), docBase, context.toXml(nodes, serializer));
    }
    return settings;
  }

  List<MemcachedNode> nodes() {
    return List.of(n1, n2);
  }

  /** The newest record of a session on any node that runs; null if there is none. */
  @Nullable StoredSession stored(@Nullable String sessionId) {
    return nodes().stream()
        .filter(MemcachedNode::isRunning)
        .map(node -> node.probe().stored(key(sessionId)))
        .filter(Objects::nonNull)
        .map(StoredSession::of)
        .max(Comparator.comparingLong(StoredSession::version))
        .orElse(null);
  }

  /** Whether any node holds the session. */
  boolean isStored(@Nullable String sessionId) {
    return stored(sessionId) != null;
  }

  /** The node that holds the session. */
  MemcachedNode holderOf(@Nullable String sessionId) {
    return nodes().stream()
        .filter(node -> node.probe().get(key(sessionId)) != null)
        .findFirst()
        .orElseThrow();
  }

  /** All commands about items that the nodes have executed. */
  long commandCount() {
    return nodes().stream()
        .map(node -> node.probe().commandCounts())
        .mapToLong(Cluster::sumOfCommands)
        .sum();
  }

  private static long sumOfCommands(Map<String, Long> counts) {
    return Stream.of("cmd_get", "cmd_set", "cmd_touch", "delete_hits", "delete_misses")
        .mapToLong(name -> counts.getOrDefault(name, 0L))
        .sum();
  }

  /** The key of the session's record: its id without the route. */
  static String key(@Nullable String sessionId) {
    if (sessionId == null) {
      throw new IllegalStateException("there is no session id");
    }
    int dot = sessionId.indexOf('.');
    return dot < 0 ? sessionId : sessionId.substring(0, dot);
  }

  /** The untouched Tomcat of a line. */
  static TomcatDistribution distribution(int line) {
    return TomcatDistribution.at(Path.of(property("holdfast.tomcat" + line)));
  }

  static List<Path> jars(String serializer) {
    try (Stream<Path> files = Files.list(Path.of(property("holdfast.distribution"), serializer))) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path target(String name) {
    return Path.of(property("holdfast.target"), name);
  }

  static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("system property " + name + " is not set; run Maven");
    }
    return value;
  }

  @Override
  public void close() {
    t1.close();
    t2.close();
    n1.close();
    n2.close();
  }
}
