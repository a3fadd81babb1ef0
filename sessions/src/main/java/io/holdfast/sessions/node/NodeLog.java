package io.holdfast.sessions.node;

import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.sessions.store.StoreListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Tells an operator which nodes are lost and which are back, for one application: where the node
 * is, why it is lost, and what becomes of sessions meanwhile. If several applications of this Java
 * process use the node, one of them writes the line.
 *
 * <p>It hears of one loss, return or departure at a time.
 */
public final class NodeLog implements StoreListener, AutoCloseable {

  private static final System.Logger LOG = Loggers.of(NodeLog.class);

  private final String application;
  private final boolean isSticky;
  private final boolean hasFiles;
  private final NodeHealthBoard health;
  private final NodeUsers users;
  private final Map<String, NodeAddress> nodes = new ConcurrentHashMap<>();

  /** Of an application, {@code localhost/shop}, that uses the configured nodes. */
  public NodeLog(
      SessionConfiguration configuration,
      String application,
      NodeHealthBoard health,
      NodeUsers users) {
    this.application = application;
    this.isSticky = configuration.isSticky();
    this.hasFiles = configuration.find(Setting.SPILL_DIRECTORY).isPresent();
    this.health = health;
    this.users = users;
    for (NodeAddress node : configuration.layout().nodes()) {
      used(node);
    }
    if (configuration.layout().engine() == Engine.MEMORY) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Sessions of {0} are stored in the memory of this process and end with it:"
              + " memcachedNodes=\"memory\" is for development and tests",
          application);
    }
  }

  /** Host and context path, {@code localhost/shop}. */
  String application() {
    return application;
  }

  /** The application uses this node from now on, and none that had its id before. */
  public void used(NodeAddress node) {
    NodeAddress before = nodes.put(node.id(), node);
    if (before != null && !before.equals(node)) {
      tellOfReturn(before, users.remove(before.hostAndPort(), this));
    }
    users.add(node.hostAndPort(), this);
  }

  @Override
  public void nodeLeft(String nodeId) {
    NodeAddress node = nodes.remove(nodeId);
    if (node != null) {
      tellOfReturn(node, users.remove(node.hostAndPort(), this));
    }
  }

  @Override
  public void nodeLost(String nodeId) {
    NodeAddress node = nodes.get(nodeId);
    String applications = node == null ? "" : users.lost(node.hostAndPort(), this);
    if (node != null && !applications.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s node %s at %s is lost: %s. %s Holdfast polls it in the background. Used by: %s"
              .formatted(
                  node.engine().title(),
                  node.id(),
                  node.hostAndPort(),
                  health.reasonOfLoss(nodeId),
                  whatHappensWithout(nodeId),
                  applications));
    }
  }

  @Override
  public void nodeReturned(String nodeId) {
    NodeAddress node = nodes.get(nodeId);
    if (node != null) {
      tellOfReturn(node, users.returned(node.hostAndPort(), this));
    }
  }

  private static void tellOfReturn(NodeAddress node, String applications) {
    if (!applications.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s node %s at %s answers again; its sessions are stored on it. Used by: %s"
              .formatted(node.engine().title(), node.id(), node.hostAndPort(), applications));
    }
  }

  private String whatHappensWithout(String nodeId) {
    String others =
        nodes.keySet().stream()
            .filter(id -> !id.equals(nodeId) && health.isAvailable(id))
            .sorted()
            .collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      return isSticky
          ? "Its sessions are stored on the other nodes (%s).".formatted(others)
          : "Its sessions get their copies on the other nodes (%s).".formatted(others);
    }
    String atStop =
        hasFiles
            ? "when it stops, they are written to files in the spillDirectory."
            : "a restart loses what is not stored by then.";
    return isSticky
        ? "No other node answers: sessions live in the memory of this Tomcat only; " + atStop
        : "No other node answers: sessions in this Tomcat keep working and are stored when a node"
            + " answers, requests for other sessions get 503; "
            + atStop;
  }

  /** The application uses no node any more. */
  @Override
  public void close() {
    nodes.keySet().forEach(this::nodeLeft);
  }
}
