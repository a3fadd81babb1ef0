package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Waits until the Tomcats of a cluster have noticed what became of its nodes, and acted on it. */
final class NodeWatch implements AutoCloseable {

  private static final Duration SEEN = Duration.ofSeconds(30);

  private final LinedCluster cluster;
  private final List<List<ManagerBean>> managers;

  /** Watches all of these contexts. */
  NodeWatch(LinedCluster cluster, List<ContextXml> contexts) {
    this.cluster = cluster;
    this.managers =
        cluster.tomcats().stream()
            .map(
                tomcat ->
                    contexts.stream()
                        .map(context -> ManagerBean.of(tomcat.process(), context.name()))
                        .toList())
            .toList();
  }

  /** Waits until all Tomcats take a node for lost. */
  void awaitLost(MemcachedNode node) {
    awaitLost(all().toList(), node);
  }

  /**
   * Waits until one Tomcat takes a node for lost.
   *
   * @param tomcat its number, from 0
   */
  void awaitLostAt(int tomcat, MemcachedNode node) {
    awaitLost(managers.get(tomcat), node);
  }

  private void awaitLost(List<ManagerBean> by, MemcachedNode node) {
    String name = "n" + (cluster.nodes().indexOf(node) + 1);
    Await.until(
        name + " is lost",
        SEEN,
        () -> by.stream().allMatch(manager -> manager.list("lostNodes").contains(name)));
  }

  /** Waits until all nodes are seen, and nothing is on its way because of that. */
  void awaitCalm() {
    Await.until(
        "all nodes are seen",
        SEEN,
        () -> all().allMatch(manager -> manager.list("lostNodes").isEmpty()));
    awaitStored();
  }

  /** Waits until no session waits to be stored because nodes have come or gone. */
  void awaitStored() {
    Await.until(
        "none waits to be stored",
        SEEN,
        () -> all().allMatch(manager -> manager.count("resyncWaiting") == 0));
    var unused = Quiet.value("commands", this::commands);
  }

  private List<Map<String, Long>> commands() {
    return cluster.nodes().stream()
        .filter(MemcachedNode::isRunning)
        .map(node -> node.probe().commandCounts())
        .toList();
  }

  private Stream<ManagerBean> all() {
    return managers.stream().flatMap(List::stream);
  }

  @Override
  public void close() {
    all().forEach(ManagerBean::close);
  }
}
