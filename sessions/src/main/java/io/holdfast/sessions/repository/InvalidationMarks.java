package io.holdfast.sessions.repository;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.SealedStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of several Tomcats that know a session tells its application of the end: the one
 * that writes its mark first.
 *
 * <p>The first two nodes that answer have to take the mark, in the order that all Tomcats share. So
 * two Tomcats of which one does not reach the first node meet on the second.
 */
public final class InvalidationMarks {

  private static final int ENOUGH = 2;

  /** More than two: a mark is on later nodes if a node was away when it was written. */
  private static final int ASKED = 4;

  private static final byte[] MARK = {1};

  private final Supplier<NodeSet> nodes;
  private final StorageKeys keys;

  /**
   * Creates it.
   *
   * @param nodes the nodes in use now
   * @param keys of the marks
   */
  public InvalidationMarks(Supplier<NodeSet> nodes, StorageKeys keys) {
    this.nodes = nodes;
    this.keys = keys;
  }

  /**
   * Writes the mark, unless there is one.
   *
   * @param id of the session
   * @param creationTime tells sessions apart that have the same id one after the other
   * @param timeToLive as long as a Tomcat may still have the session
   * @return completes normally, whatever the nodes answer
   */
  public CompletableFuture<Claimed> claim(SessionId id, long creationTime, TimeToLive timeToLive) {
    NodeSet now = nodes.get();
    List<String> order = now.placement().commonOrder(id.base());
    return new Claim(keys.endKeyOf(id, creationTime), timeToLive, now, order).ask(0, 0);
  }

  /**
   * What came of writing a mark.
   *
   * @param isFirst false if there was one; true if no node answers
   * @param isComplete whether all nodes have it that should, as far as they do not count as lost
   */
  public record Claimed(boolean isFirst, boolean isComplete) {}

  /** What the nodes say of a mark. */
  public enum Mark {
    /** There is one: the session has ended. */
    FOUND,
    /** There is none. */
    NONE,
    /** A node that may have it did not answer. */
    UNREACHABLE
  }

  /** Looks for the mark of a session. Never completes exceptionally. */
  public CompletableFuture<Mark> look(SessionId id, long creationTime) {
    NodeSet now = nodes.get();
    List<String> order = now.placement().commonOrder(id.base());
    String key = keys.endKeyOf(id, creationTime);
    CompletableFuture<Mark> all = CompletableFuture.completedFuture(Mark.NONE);
    for (String node : order.subList(0, Math.min(ASKED, order.size()))) {
      CompletableFuture<Mark> one =
          now.store(node)
              .load(key)
              .thenApply(InvalidationMarks::in)
              .exceptionally(failure -> Mark.UNREACHABLE);
      all = all.thenCombine(one, InvalidationMarks::surer);
    }
    return all;
  }

  private static Mark in(@Nullable StoredValue found) {
    return found == null || SealedStore.isUnreadable(found) ? Mark.NONE : Mark.FOUND;
  }

  private static Mark surer(Mark one, Mark other) {
    if (one == Mark.FOUND || other == Mark.FOUND) {
      return Mark.FOUND;
    }
    return one == Mark.UNREACHABLE ? one : other;
  }

  /**
   * Writes a mark again on those nodes that should have it and have lost it.
   *
   * @return completes normally when that is done as far as the nodes answer, with whether all of
   *     them have it that should, as far as they do not count as lost
   */
  public CompletableFuture<Boolean> restore(
      SessionId id, long creationTime, TimeToLive timeToLive) {
    NodeSet now = nodes.get();
    List<String> order = now.placement().commonOrder(id.base());
    String key = keys.endKeyOf(id, creationTime);
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (String node : order.subList(0, Math.min(ENOUGH, order.size()))) {
      CompletableFuture<Boolean> one =
          now.store(node)
              .store(key, MARK, timeToLive, WriteCondition.ifAbsent())
              .handle((result, failure) -> failure == null);
      all = all.thenCombine(one, Boolean::logicalAnd);
    }
    return all;
  }

  private record Claim(String key, TimeToLive timeToLive, NodeSet nodes, List<String> order) {

    CompletableFuture<Claimed> ask(int place, int taken) {
      int enough = Math.min(ENOUGH, order.size());
      if (taken == enough || place == order.size()) {
        return CompletableFuture.completedFuture(new Claimed(true, taken == enough));
      }
      return nodes
          .store(order.get(place))
          .store(key, MARK, timeToLive, WriteCondition.ifAbsent())
          .<@Nullable WriteResult>handle((result, failure) -> result)
          .thenCompose(
              result ->
                  WriteResult.isConflict(result)
                      ? CompletableFuture.completedFuture(new Claimed(false, true))
                      : ask(place + 1, result == null ? taken : taken + 1));
    }
  }
}
