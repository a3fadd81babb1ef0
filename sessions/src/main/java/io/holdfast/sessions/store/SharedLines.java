package io.holdfast.sessions.store;

import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists of lines, each on two nodes, which several Tomcats change at the same time: by
 * compare-and-set on each node. What one node has lost comes back from the other with the next
 * change.
 */
public final class SharedLines {

  private static final int COPIES = 2;

  /** Each conflict means that another Tomcat has changed the list. */
  private static final int ATTEMPTS = 20;

  private final Supplier<NodeSet> nodes;

  /**
   * Creates it.
   *
   * @param nodes the nodes in use now
   */
  public SharedLines(Supplier<NodeSet> nodes) {
    this.nodes = nodes;
  }

  /**
   * What a list becomes.
   *
   * @param timeToLive after which the nodes forget it
   */
  public record Lines(List<String> lines, TimeToLive timeToLive) {

    /** Nothing is left. */
    public static final Lines NONE = new Lines(List.of(), TimeToLive.OVER);

    private byte[] bytes() {
      StringBuilder text = new StringBuilder();
      lines.forEach(line -> text.append(line).append('\n'));
      return text.toString().getBytes(StandardCharsets.US_ASCII);
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
    return answers(now, now.placement().readOrder(key), key)
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
    List<Answer> standIns = new ArrayList<>();
    for (Answer answer : answers) {
      if (!holders.contains(answer.node())) {
        if (answer.value() != null) {
          standIns.add(answer);
        }
      } else if (answer.isThere()) {
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
              return together(
                      standIns.stream().map(answer -> write(now, key, answer, there)).toList())
                  .thenApply(written::with);
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

  /**
   * Reads a list.
   *
   * @return the lines of all nodes that answer, each once; null if there are none, and neither node
   *     that should hold the list answers. Never completes exceptionally
   */
  public CompletableFuture<@Nullable List<String>> read(String key) {
    NodeSet now = nodes.get();
    List<String> holders = holders(now, key);
    return answers(now, now.placement().readOrder(key), key)
        .thenApply(
            answers -> {
              List<String> lines = union(answers);
              boolean isKnown =
                  answers.stream()
                      .anyMatch(answer -> answer.isThere() && holders.contains(answer.node()));
              return lines.isEmpty() && !isKnown ? null : lines;
            });
  }

  private static List<String> holders(NodeSet now, String key) {
    List<String> order = now.placement().commonOrder(key);
    return order.subList(0, Math.min(COPIES, order.size()));
  }

  private static CompletableFuture<List<Answer>> answers(
      NodeSet now, List<String> order, String key) {
    List<CompletableFuture<Answer>> asked =
        order.stream()
            .map(
                node ->
                    now.store(node)
                        .load(key)
                        .handle((value, failure) -> new Answer(node, failure == null, value)))
            .toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done ->
                asked.stream().map(CompletableFuture::join).map(Objects::requireNonNull).toList());
  }

  private static List<String> union(List<Answer> answers) {
    Set<String> all = new LinkedHashSet<>();
    answers.forEach(answer -> all.addAll(answer.lines()));
    return new ArrayList<>(all);
  }
}
