package io.holdfast.core.discovery;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides by which step a list of nodes comes nearer to what was found. Tomcats that have the same
 * list and get the same answer decide the same.
 *
 * <p>Fewer nodes leave in one step than a session has copies, or one. Of sessions that are not
 * sticky, fewer come as well: lists that differ by one step have a node in common for each session.
 * For sticky sessions a node that comes is read, and not written to, until the next step, so that
 * all Tomcats read it before one of them writes to it.
 *
 * @param placeholder stands for the nodes until some are found; all of these then come at once
 */
record NodeSteps(boolean isShared, NodeAddress placeholder) {

  private static final Comparator<NodeAddress> ORDER = Comparator.comparing(NodeAddress::id);

  /** The next list without some that are gone and with some that were found; null for no change. */
  @Nullable NodeLayout next(NodeLayout current, List<NodeAddress> found, Set<NodeAddress> gone) {
    if (current.nodes().contains(placeholder)) {
      return current.with(found, Set.of());
    }
    int fewer = current.copies() - 1;
    List<NodeAddress> staying = new ArrayList<>(current.nodes());
    staying.removeAll(gone.stream().sorted(ORDER).limit(Math.max(1, fewer)).toList());
    List<NodeAddress> coming = coming(current, staying, found, isShared ? fewer : found.size());
    Set<String> readOnly =
        isShared || staying.isEmpty()
            ? Set.of()
            : coming.stream().map(NodeAddress::id).collect(Collectors.toSet());
    List<NodeAddress> nodes = new ArrayList<>(staying);
    nodes.addAll(coming);
    NodeLayout next = current.with(nodes, readOnly);
    return nodes.isEmpty() || next.equals(current) ? null : next;
  }

  /** An id stands for one node at a time, and a server for one id: it must not have two copies. */
  private static List<NodeAddress> coming(
      NodeLayout current, List<NodeAddress> staying, List<NodeAddress> found, int most) {
    Set<String> ids = staying.stream().map(NodeAddress::id).collect(Collectors.toSet());
    Set<String> servers =
        staying.stream().map(NodeAddress::hostAndPort).collect(Collectors.toSet());
    return found.stream()
        .filter(node -> !current.nodes().contains(node))
        .filter(node -> !ids.contains(node.id()) && !servers.contains(node.hostAndPort()))
        .sorted(ORDER)
        .limit(most)
        .toList();
  }
}
