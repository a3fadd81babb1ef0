package io.holdfast.sessions.lock;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.record.LeaseRecord;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One session's lease on one node, as far as this Tomcat knows.
 *
 * <p>Only the node's answers count: a write has happened when the node reports its version, or when
 * a load after it shows that very write. Every write has a number, so an {@code add} that arrives
 * late is not mistaken for the lease that is held now. Each write that replaces or removes a value
 * names its version.
 *
 * <p>Operations run one after another, so that a removal finds the version that a renewal before it
 * has written. None completes exceptionally.
 */
final class NodeLease {

  /** A node's answer when it is asked for the lease. */
  enum Answer {
    /** This Tomcat has it, without interruption since it was acquired. */
    KEPT,
    /** This Tomcat has it from now on. */
    GOT,
    /** Another Tomcat has it, or had it a moment ago. */
    OTHERS,
    /** The node did not answer. */
    SILENT
  }

  /**
   * What is known while the lease is held.
   *
   * @param since the write that acquired it; later ones are renewals
   * @param version the latest that was seen
   */
  private record Hold(long since, long version) {}

  /** The value of the key. */
  private sealed interface Standing {

    /** The node did not answer. */
    record Unknown() implements Standing {}

    /** Nothing. */
    record Free() implements Standing {}

    /** A lease of another owner, or bytes that are no lease. */
    record Others() implements Standing {}

    /** One of this owner's writes, with the version for the condition of the next one. */
    record Ours(long write, long version) implements Standing {}
  }

  private static final byte[] NO_LEASE = new byte[0];
  private static final CompletableFuture<Boolean> GONE = CompletableFuture.completedFuture(true);

  private final NodeStore store;
  private final String key;
  private final LockTools tools;

  private final AtomicReference<CompletableFuture<?>> lastOperation =
      new AtomicReference<>(CompletableFuture.completedFuture(null));
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile boolean givenBack;
  private volatile @Nullable Hold hold;

  /** The first write made here. Like the next field, used within operations only. */
  private long firstWrite;

  private long lastWrite;

  /**
   * True if the node may have, or may still get, a write of this Tomcat that it did not confirm.
   */
  private boolean mayStand;

  NodeLease(NodeStore store, String key, LockTools tools) {
    this.store = store;
    this.key = key;
    this.tools = tools;
  }

  boolean isHeld() {
    return hold != null;
  }

  /**
   * Acquires it or extends its time to live; SILENT at once while the last ask is unanswered. The
   * first question is one write: most leases are free. A later one also reads what is there, which
   * an earlier request of this Tomcat may have left behind.
   *
   * @param behind makes the read for the node, behind the first write only: if the answer to that
   *     is {@link Answer#GOT}, the node had granted the lease before it read. Null for none
   */
  CompletableFuture<Answer> ask(@Nullable Function<NodeStore, ReadBehind> behind) {
    if (!asking.compareAndSet(false, true)) {
      return CompletableFuture.completedFuture(Answer.SILENT);
    }
    return inOrder(() -> askNow(behind)).whenComplete((answer, failure) -> asking.set(false));
  }

  /** Removes it if it is held; it may be asked for again. */
  CompletableFuture<Boolean> letGo() {
    return inOrder(this::removeHeld);
  }

  /**
   * Removes this Tomcat's lease, as far as it may be there; it is never asked for again.
   *
   * @return false if the node did not confirm that it is gone; may be repeated
   */
  CompletableFuture<Boolean> giveBack() {
    givenBack = true;
    return inOrder(() -> hold == null && mayStand ? findAndRemove() : removeHeld());
  }

  private CompletableFuture<Answer> askNow(@Nullable Function<NodeStore, ReadBehind> behind) {
    if (givenBack) {
      return completed(Answer.SILENT);
    }
    Hold held = hold;
    if (held != null) {
      return write(WriteCondition.ifVersion(held.version), null)
          .thenCompose(
              answer -> answer == Answer.OTHERS ? judged(answer, look()) : completed(answer));
    }
    if (firstWrite > 0) {
      return addOrReplace();
    }
    return write(WriteCondition.ifAbsent(), behind == null ? null : behind.apply(store))
        .thenCompose(
            answer ->
                answer == Answer.SILENT
                    ? look().thenApply(there -> isLease(there) ? Answer.OTHERS : answer)
                    : completed(answer));
  }

  /** Adds it, and reads in one packet with that what the node may refuse it for. */
  private CompletableFuture<Answer> addOrReplace() {
    return store.together(
        () -> {
          CompletableFuture<Answer> added = write(WriteCondition.ifAbsent(), null);
          CompletableFuture<Standing> standing = look();
          return added.thenCompose(
              answer -> answer == Answer.GOT ? completed(answer) : judged(answer, standing));
        });
  }

  /**
   * Replaces the lease that is there, if it is one of this Tomcat. If it is a write of the present
   * hold, the answer to a renewal got lost, or a new connection has renamed the versions. If not,
   * an earlier request left it behind, and no request holds it.
   *
   * @param answer to the write that was not done
   */
  private CompletableFuture<Answer> judged(Answer answer, CompletableFuture<Standing> standing) {
    return standing.thenCompose(
        there -> {
          Hold held = hold;
          if (there instanceof Standing.Unknown) {
            return completed(answer);
          }
          if (there instanceof Standing.Ours ours) {
            hold = held != null && ours.write() >= held.since ? held : null;
            return write(WriteCondition.ifVersion(ours.version()), null);
          }
          hold = null;
          if (there instanceof Standing.Others) {
            return completed(Answer.OTHERS);
          }
          return held == null ? completed(answer) : addOrReplace();
        });
  }

  /**
   * Writes it: to extend the present hold, or to acquire it if there is none. Where the node does
   * not report the version of what it has stored, the lease is read afterwards.
   */
  private CompletableFuture<Answer> write(WriteCondition condition, @Nullable ReadBehind behind) {
    Hold held = hold;
    long write = tools.writes().incrementAndGet();
    firstWrite = firstWrite == 0 ? write : firstWrite;
    lastWrite = write;
    byte[] lease = new LeaseRecord(tools.owner(), write).encode();
    return store
        .storeThenRead(key, lease, tools.terms().timeToLive(), condition, behind)
        .<@Nullable WriteResult>thenCompose(
            result ->
                result.isStored() && result.version() == WriteResult.UNKNOWN
                    ? look().thenApply(there -> stored(there, write))
                    : CompletableFuture.completedFuture(result))
        .exceptionally(failure -> null)
        .thenApply(
            result -> {
              if (WriteResult.isConflict(result)) {
                return Answer.OTHERS;
              }
              if (result == null) {
                mayStand = true;
                return Answer.SILENT;
              }
              hold = new Hold(held == null ? write : held.since, result.version());
              return held == null ? Answer.GOT : Answer.KEPT;
            });
  }

  /** The result of a write; null if that is not what stands there. */
  private static @Nullable WriteResult stored(Standing there, long write) {
    return there instanceof Standing.Ours ours && ours.write() == write
        ? WriteResult.stored(ours.version())
        : null;
  }

  private CompletableFuture<Standing> look() {
    return store
        .load(key)
        .handle((value, failure) -> failure == null ? standing(value) : new Standing.Unknown());
  }

  private Standing standing(@Nullable StoredValue value) {
    if (value == null) {
      return new Standing.Free();
    }
    try {
      LeaseRecord lease = LeaseRecord.decode(value.bytes());
      return lease.owner().equals(tools.owner())
          ? new Standing.Ours(lease.write(), value.version())
          : new Standing.Others();
    } catch (RecordException e) {
      tools.metrics().increment(Metric.LEASES_UNREADABLE);
      return new Standing.Others();
    }
  }

  private static boolean isLease(Standing there) {
    return there instanceof Standing.Ours || there instanceof Standing.Others;
  }

  private static CompletableFuture<Answer> completed(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }

  private CompletableFuture<Boolean> removeHeld() {
    Hold held = hold;
    hold = null;
    if (held == null) {
      return GONE;
    }
    return remove(held.version)
        .thenCompose(
            result -> WriteResult.isConflict(result) ? findAndRemove() : noted(result != null));
  }

  /** Removes the lease unless it was written since; null if the node does not answer. */
  private CompletableFuture<@Nullable WriteResult> remove(long version) {
    return store
        .store(key, NO_LEASE, TimeToLive.OVER, WriteCondition.ifVersion(version))
        .<@Nullable WriteResult>handle((result, failure) -> result);
  }

  /** Removes the lease there if it is one of the writes made here and not a later lease. */
  private CompletableFuture<Boolean> findAndRemove() {
    return look()
        .thenCompose(
            standing -> {
              if (standing instanceof Standing.Ours ours
                  && ours.write() >= firstWrite
                  && ours.write() <= lastWrite) {
                return remove(ours.version()).thenCompose(result -> noted(result != null));
              }
              return noted(!(standing instanceof Standing.Unknown));
            });
  }

  private CompletableFuture<Boolean> noted(boolean gone) {
    mayStand = mayStand || !gone;
    return CompletableFuture.completedFuture(gone);
  }

  /** Most operations find that the one before has ended. */
  private <T extends @Nullable Object> CompletableFuture<T> inOrder(
      Supplier<CompletableFuture<T>> operation) {
    CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    CompletableFuture<?> before = lastOperation.getAndSet(done);
    CompletableFuture<T> result =
        before.isDone() ? begun(operation) : before.thenCompose(over -> operation.get());
    return result.whenComplete((answer, failure) -> done.complete(null));
  }

  private static <T extends @Nullable Object> CompletableFuture<T> begun(
      Supplier<CompletableFuture<T>> operation) {
    try {
      return operation.get();
    } catch (RuntimeException | Error e) { // there is no memory for it, for example
      return CompletableFuture.failedFuture(e);
    }
  }
}
