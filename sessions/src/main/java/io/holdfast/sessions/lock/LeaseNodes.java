package io.holdfast.sessions.lock;

import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.sessions.lock.NodeLease.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are asked for one lease.
 *
 * <p>A lease has to be held on the first two nodes that answer, in the order that all Tomcats
 * share. So two Tomcats that differ about one node meet on another one. The same rule holds for
 * every renewal: a lease follows its nodes as they come and go, and does not stay only on a node
 * that others do not ask any more.
 *
 * <p>One round at a time.
 */
final class LeaseNodes {

  private final Supplier<NodeSet> nodes;
  private final String base;
  private final Function<NodeStore, NodeLease> leaseOn;
  private final LockTools tools;

  /** The nodes asked so far. This guards it, like the next field. */
  private final Map<NodeStore, NodeLease> known = new LinkedHashMap<>();

  private boolean givenBack;

  /** The nodes that the latest round asked first. */
  private volatile List<NodeLease> askedFirst = List.of();

  /**
   * Creates it without asking a node.
   *
   * @param nodes the nodes in use now; may change from round to round
   * @param base of the session's id
   * @param leaseOn the lease on a node that is asked for the first time
   * @param tools shared with other leases
   */
  LeaseNodes(
      Supplier<NodeSet> nodes,
      String base,
      Function<NodeStore, NodeLease> leaseOn,
      LockTools tools) {
    this.nodes = nodes;
    this.base = base;
    this.leaseOn = leaseOn;
    this.tools = tools;
  }

  /**
   * A round.
   *
   * @param sideBySide whether nodes are asked in parallel, as far as that can be; if not, each only
   *     when the one before has granted the lease
   * @param behind makes the read that is to leave in one packet with the question, behind it, for
   *     each node that is asked side by side; null for none
   */
  CompletableFuture<Round> ask(
      boolean sideBySide, @Nullable Function<NodeStore, ReadBehind> behind) {
    NodeSet now = nodes.get();
    List<NodeLease> order = inOrder(now);
    askedFirst = first(order);
    Inquiry inquiry = new Inquiry(order, now.placement().nodeCount());
    for (int place = 0; sideBySide && place < order.size(); place++) {
      if (place < Inquiry.ENOUGH || order.get(place).isHeld()) {
        var unused = inquiry.ask(order.get(place), behind);
      }
    }
    return inquiry.proceed();
  }

  /** Returns whether a round would ask no other nodes first than the latest one did. */
  boolean areAskedFirst() {
    return askedFirst.containsAll(first(inOrder(nodes.get())));
  }

  private static List<NodeLease> first(List<NodeLease> order) {
    return order.subList(0, Math.min(Inquiry.ENOUGH, order.size()));
  }

  /** Gives back the lease where it is held, to ask again later. */
  CompletableFuture<Void> letGo() {
    return all(NodeLease::letGo);
  }

  /**
   * Gives the lease back on every node that may have it, for good. A node that does not confirm
   * that is asked again, for as long as the lease may last: the next request would wait for it to
   * expire. The result does not wait for those later tries.
   */
  CompletableFuture<Void> giveBack() {
    synchronized (this) {
      givenBack = true;
    }
    long until = tools.now() + Duration.ofSeconds(tools.terms().timeToLive().seconds()).toNanos();
    return all(node -> giveBack(node, until, 1));
  }

  private CompletableFuture<Void> giveBack(NodeLease node, long until, int attempts) {
    return node.giveBack()
        .thenAccept(
            gone -> {
              if (gone) {
                return;
              }
              Duration pause = tools.pauseAfter(attempts);
              if (tools.now() + pause.toNanos() - until < 0) {
                Runnable again =
                    () -> {
                      var unused = giveBack(node, until, attempts + 1);
                    };
                var unused = tools.later(pause, again);
              }
            });
  }

  private synchronized List<NodeLease> inOrder(NodeSet now) {
    List<NodeLease> order = new ArrayList<>();
    if (!givenBack) {
      for (String nodeId : now.placement().commonOrder(base)) {
        order.add(known.computeIfAbsent(now.store(nodeId), leaseOn));
      }
    }
    return order;
  }

  private CompletableFuture<Void> all(Function<NodeLease, CompletableFuture<?>> end) {
    List<NodeLease> asked;
    synchronized (this) {
      asked = List.copyOf(known.values());
    }
    CompletableFuture<?>[] ends = new CompletableFuture<?>[asked.size()];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = end.apply(asked.get(i));
    }
    return CompletableFuture.allOf(ends);
  }

  /**
   * How a round ended.
   *
   * @param result its result
   * @param began by the clock: from then on the nodes' time to live counts
   * @param kept whether one of the nodes that count has held the lease all the time
   * @param silent how many nodes did not answer
   */
  record Round(Result result, long began, boolean kept, int silent) {}

  /** The result of a round. */
  enum Result {
    /** The lease is held on the first two nodes that answer, or on the only one. */
    HELD,
    /** Another Tomcat has it on one of them. */
    OTHERS,
    /** No node answers. */
    NOBODY_ANSWERS
  }

  /** One round: walks along the order until enough nodes have said yes, or one no. */
  private final class Inquiry {

    static final int ENOUGH = 2;

    private final List<NodeLease> order;
    private final int configured;
    private final long began = tools.now();
    private final Map<NodeLease, CompletableFuture<Answer>> answers = new LinkedHashMap<>();
    private int place;
    private int held;
    private int silent;
    private boolean kept;

    Inquiry(List<NodeLease> order, int configured) {
      this.order = order;
      this.configured = configured;
    }

    /** Asks a node; one that takes longer than a renewal may take counts as unreachable. */
    CompletableFuture<Answer> ask(
        NodeLease node, @Nullable Function<NodeStore, ReadBehind> behind) {
      return answers.computeIfAbsent(
          node, asked -> tools.atMost(tools.terms().renewal(), asked.ask(behind), Answer.SILENT));
    }

    CompletableFuture<Round> proceed() {
      if (held == ENOUGH || place == order.size()) {
        return conclude(result());
      }
      NodeLease next = order.get(place);
      place++;
      return ask(next, null).thenCompose(this::replies);
    }

    private CompletableFuture<Round> replies(Answer answer) {
      switch (answer) {
        case KEPT -> {
          kept = true;
          held++;
        }
        case GOT -> held++;
        case SILENT -> silent++;
        case OTHERS -> {
          return conclude(Result.OTHERS);
        }
      }
      return proceed();
    }

    /**
     * Leaves an unreachable node out only if no other node is missing: a Tomcat that reaches it
     * meets this lease on another node. Where two are missing, the round is repeated until it is
     * certain which of them are lost.
     */
    private Result result() {
      if (held == 0) {
        return Result.NOBODY_ANSWERS;
      }
      boolean isOnlyOneMissing = silent == 1 && order.size() == configured;
      return held == ENOUGH || silent == 0 || isOnlyOneMissing ? Result.HELD : Result.OTHERS;
    }

    /** Waits for all nodes that were asked, also those that no longer count. */
    private CompletableFuture<Round> conclude(Result result) {
      Round round = new Round(result, began, kept, silent);
      return CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
          .thenApply(all -> round);
    }
  }
}
