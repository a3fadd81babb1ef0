package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Some Tomcats, some nodes, and a line between each of them that can fail by itself. */
final class LinedCluster implements AutoCloseable {

  private static final Duration NODES_SEEN = Duration.ofSeconds(60);
  private static final int MOST_ROUNDS = 12;

  /** For about sixty requests, one after the other, that wait for their backup. */
  private static final long WARM_NANOS = 250_000_000;

  private final List<MemcachedNode> nodes;
  private final List<LinedTomcat> tomcats = new ArrayList<>();
  private final List<ContextXml> contexts;

  /** What all Tomcats name as their nodes; null if each names its lines. */
  private final @Nullable String source;

  private LinedCluster(
      List<MemcachedNode> nodes, @Nullable String source, List<ContextXml> contexts) {
    this.nodes = nodes;
    this.source = source;
    this.contexts = contexts;
  }

  /** Starts everything, with what else the Tomcats need. */
  static LinedCluster start(
      int line,
      String serializer,
      int tomcats,
      List<MemcachedNode> nodes,
      long seed,
      List<ContextXml> contexts,
      UnaryOperator<TomcatSettings> extras) {
    return start(line, serializer, tomcats, nodes, null, seed, contexts, extras);
  }

  /**
   * The same.
   *
   * @param source what all Tomcats name as their nodes, by no line that can fail; null for lines to
   *     the nodes
   */
  static LinedCluster start(
      int line,
      String serializer,
      int tomcats,
      List<MemcachedNode> nodes,
      @Nullable String source,
      long seed,
      List<ContextXml> contexts,
      UnaryOperator<TomcatSettings> extras) {
    LinedCluster cluster = new LinedCluster(List.copyOf(nodes), source, List.copyOf(contexts));
    try {
      TomcatDistribution distribution = Cluster.distribution(line);
      Path docBase = ProbeApplication.compile(distribution);
      for (int i = 1; i <= tomcats; i++) {
        cluster.tomcats.add(
            cluster.build("t" + i, distribution, serializer, docBase, seed * 31 + i, extras));
      }
      cluster.tomcats.stream()
          .map(tomcat -> CompletableFuture.runAsync(tomcat.process()::start))
          .toList()
          .forEach(CompletableFuture::join);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private LinedTomcat build(
      String name,
      TomcatDistribution distribution,
      String serializer,
      Path docBase,
      long seed,
      UnaryOperator<TomcatSettings> extras) {
    List<FaultProxy> lines = nodes.stream().map(node -> FaultProxy.before(node, seed)).toList();
    String addresses = source == null ? addresses(lines) : source;
    TomcatSettings settings =
        TomcatProcess.of(distribution)
            .jvmRoute(name)
            .jvmOptions(Surroundings.of(name))
            .heap("256m")
            .libraries(Cluster.jars(serializer));
    if (source != null || nodes.stream().anyMatch(node -> !node.scheme().isEmpty())) {
      settings.libraries(Cluster.jars("valkey"));
    }
    for (ContextXml context : contexts) {
      settings.application(context.name(), docBase, context.toXml(addresses, serializer));
    }
    return new LinedTomcat(name, extras.apply(settings).build(), lines);
  }

  private String addresses(List<FaultProxy> lines) {
    return IntStream.range(0, nodes.size())
        .mapToObj(i -> "n%d:%s%s".formatted(i + 1, nodes.get(i).scheme(), lines.get(i).address()))
        .collect(Collectors.joining(","));
  }

  List<MemcachedNode> nodes() {
    return nodes;
  }

  List<LinedTomcat> tomcats() {
    return tomcats;
  }

  /**
   * Has a Tomcat that has just started serve each kind of request, until no such round takes long:
   * a cold one may leave a node's answer lying for longer than {@code operationTimeout}.
   */
  void warmUp(LinedTomcat tomcat) {
    for (int i = 0; i < MOST_ROUNDS; i++) {
      long began = System.nanoTime();
      round(tomcat);
      if (System.nanoTime() - began < WARM_NANOS) {
        return;
      }
    }
  }

  private void round(LinedTomcat tomcat) {
    for (ContextXml context : contexts) {
      Visitor visitor = new Visitor(context.name());
      visitor.get(tomcat.process(), "history/create");
      for (HistoryKind kind : HistoryKind.values()) {
        visitor.get(tomcat.process(), "history/" + kind.update() + "?name=" + kind + "&value=1");
      }
      visitor.get(tomcat.process(), "history/end");
    }
  }

  /** The Tomcats that a load balancer would send requests to. */
  List<LinedTomcat> serving() {
    return tomcats.stream().filter(LinedTomcat::isServing).toList();
  }

  /** Waits until no Tomcat takes a node for lost. */
  void awaitNodesSeen() {
    for (LinedTomcat tomcat : tomcats) {
      for (ContextXml context : contexts) {
        Await.until(
            context.name() + " of " + tomcat + " sees all nodes",
            NODES_SEEN,
            () ->
                ""
                    .equals(
                        new Visitor(context.name()).ask(tomcat.process(), "counters").get("lost")));
      }
    }
  }

  @Override
  public void close() {
    tomcats.forEach(LinedTomcat::close);
    nodes.forEach(MemcachedNode::close);
  }
}
