package io.holdfast.sessions.node;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** Of an application that has the node. */
  private static final Loss NONE = new Loss(Instant.MIN);

  private final InstantSource clock;

  /** The applications that use each node, in the order in which they came, with their losses. */
  private final Map<String, Map<NodeLog, Loss>> nodes = new HashMap<>();

  NodeUsers(InstantSource clock) {
    this.clock = clock;
  }

  /** A loss that some applications have noticed and that is not over for all of them. */
  private static final class Loss {
    private final Instant since;
    private final Set<String> concerned = new LinkedHashSet<>();
    private boolean anyReturned;

    Loss(Instant since) {
      this.since = since;
    }
  }

  /** An application uses the node from now on. */
  synchronized void add(String address, NodeLog user) {
    var unused = users(address).putIfAbsent(user, NONE);
  }

  private Map<NodeLog, Loss> users(String address) {
    Map<NodeLog, Loss> users = nodes.get(address);
    if (users == null) {
      users = new LinkedHashMap<>();
      nodes.put(address, users);
    }
    return users;
  }

  /** An application is gone; returns for which others the node answers again, for the log. */
  synchronized String remove(String address, NodeLog user) {
    Map<NodeLog, Loss> users = users(address);
    Loss loss = users.remove(user);
    String concerned = loss == null || !loss.anyReturned ? "" : concernedIfOver(loss, users);
    if (users.isEmpty()) {
      nodes.remove(address);
    }
    return concerned;
  }

  /** A node is lost; returns the applications that had it, or none if the loss is told already. */
  synchronized String lost(String address, NodeLog user) {
    Map<NodeLog, Loss> users = users(address);
    users.putIfAbsent(user, NONE);
    Instant now = clock.instant();
    Loss last = users.values().stream().max(Comparator.comparing(loss -> loss.since)).orElse(NONE);
    boolean isTold =
        last != NONE && Duration.between(last.since, now).abs().compareTo(UNTIL_ALL_NOTICE) < 0;
    Loss loss = isTold ? last : new Loss(now);
    String concerned =
        listed(
            users.keySet().stream()
                .filter(each -> users.get(each) == NONE)
                .map(NodeLog::application)
                .collect(Collectors.toSet()));
    users.put(user, loss);
    loss.concerned.add(user.application());
    return isTold ? "" : concerned;
  }

  /** A node answers again; returns who had lost it, or none until the last of them has it. */
  synchronized String returned(String address, NodeLog user) {
    Map<NodeLog, Loss> users = nodes.getOrDefault(address, Map.of());
    Loss loss = users.get(user);
    if (loss == null || loss == NONE) {
      return "";
    }
    users.put(user, NONE);
    loss.anyReturned = true;
    return concernedIfOver(loss, users);
  }

  /** Who had the loss, if the last of them has the node again. */
  private static String concernedIfOver(Loss loss, Map<NodeLog, Loss> users) {
    return users.containsValue(loss) ? "" : listed(loss.concerned);
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
