package io.holdfast.sessions.node;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which applications of this Java process use a node, and which of them have lost it: so a loss
 * that each of them notices is one line in the log. What an application notices later is a loss of
 * its own: another one may have been without the node for long, for its password, say.
 *
 * <p>Nodes are told apart by their address. Nothing is kept of a node that no application uses.
 */
public final class NodeUsers {

  /** Those of this Java process. */
  public static final NodeUsers OF_PROCESS = new NodeUsers(InstantSource.system());

  /** By then each application has noticed a loss, if it concerns all of them. */
  private static final Duration UNTIL_ALL_NOTICE = Duration.ofSeconds(30);

  private static final int NAMES_TO_LIST = 5;

  private final InstantSource clock;
  private final Map<String, Node> nodes = new HashMap<>();

  NodeUsers(InstantSource clock) {
    this.clock = clock;
  }

  /** What is known of one node; the applications in the order in which they came. */
  private static final class Node {
    private final Set<NodeLog> users = new LinkedHashSet<>();
    private final List<Loss> losses = new ArrayList<>();

    private boolean isWithout(NodeLog user) {
      return losses.stream().anyMatch(loss -> loss.without.contains(user));
    }
  }

  /** A loss that some applications have noticed and that is not over for all of them. */
  private static final class Loss {
    private final Instant since;
    private final Set<NodeLog> without = new LinkedHashSet<>();
    private final Set<String> concerned = new LinkedHashSet<>();
    private boolean anyReturned;

    Loss(Instant since) {
      this.since = since;
    }
  }

  /** An application uses the node from now on. */
  synchronized void add(String address, NodeLog user) {
    nodes.computeIfAbsent(address, any -> new Node()).users.add(user);
  }

  /** An application is gone; returns for which others the node answers again, for the log. */
  synchronized String remove(String address, NodeLog user) {
    Node node = nodes.get(address);
    if (node == null) {
      return "";
    }
    node.users.remove(user);
    Loss over = over(node, user);
    if (node.users.isEmpty()) {
      nodes.remove(address);
    }
    return over == null || !over.anyReturned ? "" : listed(over.concerned);
  }

  /** A node is lost; returns the applications that had it, or none if the loss is told already. */
  synchronized String lost(String address, NodeLog user) {
    Node node = nodes.computeIfAbsent(address, any -> new Node());
    node.users.add(user);
    Instant now = clock.instant();
    Loss last = node.losses.isEmpty() ? null : node.losses.get(node.losses.size() - 1);
    boolean isTold =
        last != null && Duration.between(last.since, now).abs().compareTo(UNTIL_ALL_NOTICE) < 0;
    Loss loss = last != null && isTold ? last : new Loss(now);
    String concerned =
        listed(
            node.users.stream()
                .filter(each -> !node.isWithout(each))
                .map(NodeLog::application)
                .collect(Collectors.toSet()));
    if (!isTold) {
      node.losses.add(loss);
    }
    loss.without.add(user);
    loss.concerned.add(user.application());
    return isTold ? "" : concerned;
  }

  /** A node answers again; returns who had lost it, or none until the last of them has it. */
  synchronized String returned(String address, NodeLog user) {
    Node node = nodes.get(address);
    Loss over = node == null ? null : over(node, user);
    return over == null ? "" : listed(over.concerned);
  }

  /** The loss that has ended, as its last application has the node again; else null. */
  private static @Nullable Loss over(Node node, NodeLog user) {
    for (Loss loss : node.losses) {
      if (loss.without.remove(user)) {
        if (loss.without.isEmpty()) {
          node.losses.remove(loss);
          return loss;
        }
        loss.anyReturned |= node.users.contains(user);
        return null;
      }
    }
    return null;
  }

  /** Returns whether no application uses any node. */
  synchronized boolean isEmpty() {
    return nodes.isEmpty();
  }

  private static String listed(Collection<String> applications) {
    List<String> names = new ArrayList<>(applications);
    names.sort(null);
    return names.size() > NAMES_TO_LIST ? names.size() + " applications" : String.join(", ", names);
  }
}
