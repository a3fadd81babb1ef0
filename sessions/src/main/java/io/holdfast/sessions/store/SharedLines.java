package io.holdfast.sessions.store;

import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists of lines, each on two nodes, which several Tomcats write at the same time: they change a
 * list by compare-and-set on each node, or append to it. What one node has lost comes back from the
 * other with the next change.
 *
 * @param nodes the nodes in use now
 */
public record SharedLines(Supplier<NodeSet> nodes) {

  private static final int COPIES = 2;

  /** Each conflict means that another Tomcat has changed the list. */
  private static final int ATTEMPTS = 20;

  private static final String CLAIM_SUFFIX = ":c";
  private static final byte[] NO_LINES = {};
  private static final byte[] MARK = {1};

  /** What a list becomes, and after which time the nodes forget it. */
  public record Lines(List<String> lines, TimeToLive timeToLive) {

    /** Nothing is left. */
    public static final Lines NONE = new Lines(List.of(), TimeToLive.OVER);

    private byte[] bytes() {
      return bytesOf(lines);
    }
  }

  /**
   * What the nodes have of a list.
   *
   * @param lines of all nodes that answered, each once
   * @param isKnown whether there are lines, or a node that should hold the list answered
   * @param isComplete whether every node answered
   */
  public record Found(List<String> lines, boolean isKnown, boolean isComplete) {

    /** What the nodes have of this list and of another one, as if they were one. */
    public Found and(Found other) {
      return new Found(
          Stream.concat(lines.stream(), other.lines.stream()).toList(),
          isKnown && other.isKnown,
          isComplete && other.isComplete);
    }
  }

  /** What a node has under a key; null as value if nothing, and no answer if it did not answer. */
  private record Answer(String node, boolean isThere, @Nullable StoredValue value) {

    List<String> lines() {
      return value == null
          ? List.of()
          : new String(value.bytes(), StandardCharsets.US_ASCII).lines().toList();
    }

    WriteCondition condition() {
      return value == null ? WriteCondition.ifAbsent() : WriteCondition.ifVersion(value.version());
    }
  }

  /** Changes a list, in perhaps several attempts; completes with whether a node has taken it. */
  public CompletableFuture<Boolean> change(String key, Function<List<String>, Lines> change) {
    return attempt(key, change, ATTEMPTS);
  }

  private CompletableFuture<Boolean> attempt(
      String key, Function<List<String>, Lines> change, int attempts) {
    NodeSet now = nodes.get();
    List<String> holders = holders(now, key);
    return answers(now, key)
        .thenCompose(answers -> write(now, key, holders, answers, change.apply(union(answers))))
        .thenCompose(
            written ->
                written == Written.CONFLICT && attempts > 1
                    ? attempt(key, change, attempts - 1)
                    : CompletableFuture.completedFuture(written == Written.STORED));
  }

  /**
   * Writes a list to the nodes that hold it. One that has stood in for a lost node keeps no former
   * list, from which what was removed would come back: it has the new one until all holders have.
   */
  private static CompletableFuture<Written> write(
      NodeSet now, String key, List<String> holders, List<Answer> answers, Lines next) {
    List<CompletableFuture<Written>> onHolders = new ArrayList<>();
    for (Answer answer : answers) {
      if (answer.isThere() && holders.contains(answer.node())) {
        onHolders.add(write(now, key, answer, next));
      }
    }
    return together(onHolders)
        .thenCompose(
            written -> {
              if (written != Written.STORED) {
                return CompletableFuture.completedFuture(written);
              }
              long stored =
                  onHolders.stream().filter(write -> write.join() == Written.STORED).count();
              Lines there = stored == holders.size() ? Lines.NONE : next;
              List<CompletableFuture<Written>> onStandIns = new ArrayList<>();
              for (Answer answer : answers) {
                if (answer.value() != null && !holders.contains(answer.node())) {
                  onStandIns.add(write(now, key, answer, there));
                }
              }
              return together(onStandIns).thenApply(written::with);
            });
  }

  private static CompletableFuture<Written> together(List<CompletableFuture<Written>> writes) {
    CompletableFuture<Written> all = CompletableFuture.completedFuture(Written.NOWHERE);
    for (CompletableFuture<Written> write : writes) {
      all = all.thenCombine(write, Written::with);
    }
    return all;
  }

  /** What came of a change on the nodes together. */
  private enum Written {
    NOWHERE,
    STORED,
    CONFLICT;

    Written with(Written other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  private static CompletableFuture<Written> write(
      NodeSet now, String key, Answer answer, Lines next) {
    if (answer.value() == null && next.lines().isEmpty()) {
      return CompletableFuture.completedFuture(Written.STORED);
    }
    return now.store(answer.node())
        .store(key, next.bytes(), next.timeToLive(), answer.condition())
        .handle(
            (result, failure) ->
                failure != null
                    ? Written.NOWHERE
                    : result.isStored() ? Written.STORED : Written.CONFLICT);
  }

  /** Reads a list from all nodes that answer; never completes exceptionally. */
  public CompletableFuture<Found> read(String key) {
    NodeSet now = nodes.get();
    List<String> holders = holders(now, key);
    return answers(now, key)
        .thenApply(
            answers -> {
              List<String> lines = union(answers);
              boolean isKnown =
                  !lines.isEmpty()
                      || answers.stream()
                          .anyMatch(answer -> answer.isThere() && holders.contains(answer.node()));
              return new Found(lines, isKnown, answers.stream().allMatch(Answer::isThere));
            });
  }

  /**
   * Appends lines to a list. The caller need not wait: everything is sent when this returns.
   *
   * @param timeToLive of the list, if there is none yet
   * @return whether a node has taken them; never completes exceptionally
   */
  public CompletableFuture<Boolean> append(
      String key, Collection<String> lines, TimeToLive timeToLive) {
    NodeSet now = nodes.get();
    byte[] bytes = bytesOf(lines);
    return holders(now, key).stream()
        .map(node -> append(now.store(node), key, bytes, timeToLive))
        .reduce(
            CompletableFuture.completedFuture(false),
            (one, other) -> one.thenCombine(other, Boolean::logicalOr));
  }

  private static CompletableFuture<Boolean> append(
      NodeStore store, String key, byte[] lines, TimeToLive timeToLive) {
    var unused = store.store(key, NO_LINES, timeToLive, WriteCondition.ifAbsent());
    return store.append(key, lines).exceptionally(failure -> false);
  }

  /** Marks a list for this Tomcat, for so long; false if another one has it; never fails. */
  public CompletableFuture<Boolean> claim(String key, TimeToLive timeToLive) {
    NodeSet now = nodes.get();
    String mark = key + CLAIM_SUFFIX;
    List<String> holders = holders(now, mark);
    return holders.isEmpty()
        ? CompletableFuture.completedFuture(true)
        : now.store(holders.get(0))
            .store(mark, MARK, timeToLive, WriteCondition.ifAbsent())
            .thenApply(WriteResult::isStored)
            .exceptionally(failure -> true);
  }

  /** Removes a list from all nodes; never completes exceptionally. */
  public CompletableFuture<Void> remove(String key) {
    NodeSet now = nodes.get();
    return CompletableFuture.allOf(
        now.placement().readOrder(key).stream()
            .map(node -> now.store(node).delete(key).exceptionally(failure -> false))
            .toArray(CompletableFuture<?>[]::new));
  }

  private static byte[] bytesOf(Collection<String> lines) {
    String text = lines.isEmpty() ? "" : String.join("\n", lines) + '\n';
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static List<String> holders(NodeSet now, String key) {
    List<String> order = now.placement().commonOrder(key);
    return order.subList(0, Math.min(COPIES, order.size()));
  }

  private static CompletableFuture<List<Answer>> answers(NodeSet now, String key) {
    List<CompletableFuture<Answer>> asked = new ArrayList<>();
    for (String node : now.placement().readOrder(key)) {
      asked.add(
          now.store(node)
              .load(key)
              .handle((value, failure) -> new Answer(node, failure == null, value)));
    }
    return CompletableFuture.allOf(asked.toArray(new CompletableFuture<?>[0]))
        .thenApply(
            done ->
                asked.stream().map(CompletableFuture::join).map(Objects::requireNonNull).toList());
  }

  private static List<String> union(List<Answer> answers) {
    Set<String> all = new LinkedHashSet<>();
    for (Answer answer : answers) {
      all.addAll(answer.lines());
    }
    return new ArrayList<>(all);
  }
}
