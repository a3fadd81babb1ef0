package io.holdfast.sessions.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which applications of this Java process use a node, and which of them have lost it: so a loss
 * that each of them notices is one line in the log.
 *
 * <p>Nodes are told apart by their address. Nothing is kept of a node that no application uses.
 */
public final class NodeUsers {

  /** Those of this Java process. */
  public static final NodeUsers OF_PROCESS = new NodeUsers();

  private static final int NAMES_TO_LIST = 5;

  private final Map<String, Node> nodes = new HashMap<>();

  /** What is known of one node; the applications in the order in which they came. */
  private static final class Node {
    private final Set<NodeLog> users = new LinkedHashSet<>();
    private final Set<NodeLog> without = new LinkedHashSet<>();
    private final Set<String> concerned = new LinkedHashSet<>();
    private boolean anyReturned;
  }

  /** An application uses the node from now on. */
  synchronized void add(String address, NodeLog user) {
    nodes.computeIfAbsent(address, any -> new Node()).users.add(user);
  }

  /** An application does not use the node any more. */
  synchronized void remove(String address, NodeLog user) {
    Node node = nodes.get(address);
    if (node == null) {
      return;
    }
    node.users.remove(user);
    if (node.without.remove(user) && node.without.isEmpty() && !node.anyReturned) {
      node.concerned.clear();
    }
    if (node.users.isEmpty()) {
      nodes.remove(address);
    }
  }

  /**
   * An application has lost the node.
   *
   * @return the applications that use it, for the log; empty if the loss was told already
   */
  synchronized String lost(String address, NodeLog user) {
    Node node = nodes.computeIfAbsent(address, any -> new Node());
    boolean isFirst = node.without.isEmpty();
    node.users.add(user);
    node.without.add(user);
    node.concerned.add(user.application());
    if (!isFirst) {
      return "";
    }
    node.anyReturned = false;
    return listed(node.users.stream().map(NodeLog::application).collect(Collectors.toSet()));
  }

  /**
   * The node answers an application again.
   *
   * @return the applications that had lost it, for the log; empty while others have not found it
   *     again
   */
  synchronized String returned(String address, NodeLog user) {
    Node node = nodes.get(address);
    if (node == null || !node.without.remove(user)) {
      return "";
    }
    node.anyReturned = true;
    if (!node.without.isEmpty()) {
      return "";
    }
    String concerned = listed(node.concerned);
    node.concerned.clear();
    return concerned;
  }

  /** Whether no application uses any node. */
  synchronized boolean isEmpty() {
    return nodes.isEmpty();
  }

  private static String listed(Collection<String> applications) {
    List<String> names = new ArrayList<>(applications);
    names.sort(null);
    return names.size() > NAMES_TO_LIST ? names.size() + " applications" : String.join(", ", names);
  }
}
