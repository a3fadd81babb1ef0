package io.holdfast.core.lock;

import io.holdfast.core.lock.NodeLease.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The attempts to get one lease, from the first to the one that succeeds or is given up.
 *
 * <p>A lease is taken on two nodes, in the order that all Tomcats have in common. The first attempt
 * asks both side by side; later ones ask the second only when they have the first. Whoever has the
 * first keeps it and tries again for the second; whoever has the second without the first gives it
 * back. So nobody waits for a node while he has a later one, and there is no deadlock.
 *
 * <p>Not thread-safe: an attempt begins when the one before is over.
 */
final class LeaseAcquisition {

  /** How an attempt ended. */
  enum Result {
    /** On every node that answered; see {@link #nodes}. */
    GRANTED,
    /** Others have it on a node. */
    TAKEN,
    /** No node answered, or none is there. */
    NOBODY_ANSWERS
  }

  private final Supplier<List<String>> order;
  private final Function<String, NodeLease> leaseOn;
  private final Map<String, NodeLease> known = new LinkedHashMap<>();
  private boolean begun;
  private int silent;

  /**
   * Creates an acquisition that has asked nobody.
   *
   * @param order the nodes to ask now; may change from attempt to attempt
   * @param leaseOn the lease on a node that is asked for the first time
   */
  LeaseAcquisition(Supplier<List<String>> order, Function<String, NodeLease> leaseOn) {
    this.order = order;
    this.leaseOn = leaseOn;
  }

  /** Asks the nodes once. */
  CompletableFuture<Result> attempt() {
    List<NodeLease> nodes = new ArrayList<>();
    for (String nodeId : order.get()) {
      nodes.add(known.computeIfAbsent(nodeId, leaseOn));
    }
    giveBackOutOfOrder(nodes);
    boolean sideBySide = !begun;
    begun = true;
    return (sideBySide ? askAll(nodes) : askInOrder(nodes, 0, List.of()))
        .thenApply(answers -> conclude(nodes, answers));
  }

  /** The nodes that were asked: those that hold the lease, and those where it may lie unknown. */
  List<NodeLease> nodes() {
    return List.copyOf(known.values());
  }

  /** How many nodes did not answer the last attempt. */
  int silentNodes() {
    return silent;
  }

  /** Gives back what attempts have got. Never completes exceptionally. */
  CompletableFuture<Void> abandon() {
    return CompletableFuture.allOf(
        known.values().stream().map(NodeLease::giveBack).toArray(CompletableFuture[]::new));
  }

  /** What is held may only be the beginning of the order, which may have changed. */
  private void giveBackOutOfOrder(List<NodeLease> nodes) {
    int inOrder = 0;
    while (inOrder < nodes.size() && nodes.get(inOrder).isHeld()) {
      inOrder++;
    }
    List<NodeLease> keep = nodes.subList(0, inOrder);
    for (NodeLease node : known.values()) {
      if (node.isHeld() && !keep.contains(node)) {
        var unused = node.giveBack();
      }
    }
  }

  private static CompletableFuture<List<Answer>> askAll(List<NodeLease> nodes) {
    CompletableFuture<List<Answer>> all = CompletableFuture.completedFuture(List.of());
    for (NodeLease node : nodes) {
      all = all.thenCombine(node.take(), LeaseAcquisition::with);
    }
    return all;
  }

  private static CompletableFuture<List<Answer>> askInOrder(
      List<NodeLease> nodes, int next, List<Answer> before) {
    if (next == nodes.size()) {
      return CompletableFuture.completedFuture(before);
    }
    return nodes
        .get(next)
        .take()
        .thenCompose(
            answer ->
                answer == Answer.TAKEN
                    ? CompletableFuture.completedFuture(with(before, answer))
                    : askInOrder(nodes, next + 1, with(before, answer)));
  }

  private Result conclude(List<NodeLease> nodes, List<Answer> answers) {
    silent = (int) answers.stream().filter(answer -> answer == Answer.SILENT).count();
    int taken = answers.indexOf(Answer.TAKEN);
    if (taken >= 0) {
      for (NodeLease behind : nodes.subList(taken + 1, answers.size())) {
        var unused = behind.giveBack();
      }
      return Result.TAKEN;
    }
    if (silent == nodes.size()) {
      return Result.NOBODY_ANSWERS;
    }
    // While a silent node was waited for, the time of one that had answered may have run out.
    return nodes.stream().anyMatch(NodeLease::isHeld) ? Result.GRANTED : Result.TAKEN;
  }

  private static List<Answer> with(List<Answer> answers, Answer answer) {
    List<Answer> all = new ArrayList<>(answers);
    all.add(answer);
    return all;
  }
}
