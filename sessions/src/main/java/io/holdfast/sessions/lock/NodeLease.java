package io.holdfast.sessions.lock;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.lock.LeaseRecords.Told;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One session's lease on one node, as far as this Tomcat knows.
 *
 * <p>Only the node's answers count: a write has happened when the load after it shows that very
 * write. Every write has a number, so an {@code add} that arrives late is not mistaken for the
 * lease that is held now. Each write that replaces or removes a value names its version.
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

  private static final CompletableFuture<Boolean> GONE = CompletableFuture.completedFuture(true);

  private final NodeStore store;
  private final String key;
  private final LeaseRecords records;

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

  NodeLease(NodeStore store, String key, LeaseRecords records) {
    this.store = store;
    this.key = key;
    this.records = records;
  }

  boolean isHeld() {
    return hold != null;
  }

  /**
   * Acquires it or extends its time to live; SILENT at once while the last ask is unanswered.
   *
   * @param behind makes the read for the node, with each write by which the lease may be acquired,
   *     so that {@link Answer#GOT} tells: the node had granted the lease before it carried out the
   *     read that was made last; null for none
   */
  CompletableFuture<Answer> ask(@Nullable Function<NodeStore, ReadBehind> behind) {
    if (!asking.compareAndSet(false, true)) {
      return CompletableFuture.completedFuture(Answer.SILENT);
    }
    return inOrder(() -> askNow(behind)).whenComplete((answer, failure) -> asking.set(false));
  }

  /** Removes it if it is held; it may be asked for again. */
  CompletableFuture<Boolean> letGo() {
    return inOrder(() -> hold == null ? GONE : removeHeld());
  }

  /**
   * Removes this Tomcat's lease, as far as it may be there; it is never asked for again.
   *
   * @return false if the node did not confirm that it is gone; may be repeated
   */
  CompletableFuture<Boolean> giveBack() {
    givenBack = true;
    return inOrder(
        () -> {
          if (hold != null) {
            return removeHeld();
          }
          return mayStand ? findAndRemove() : GONE;
        });
  }

  private CompletableFuture<Answer> askNow(@Nullable Function<NodeStore, ReadBehind> behind) {
    if (givenBack) {
      return CompletableFuture.completedFuture(Answer.SILENT);
    }
    Hold held = hold;
    return held == null ? add(behind) : extend(held, true);
  }

  private CompletableFuture<Answer> add(@Nullable Function<NodeStore, ReadBehind> behind) {
    return write(
        WriteCondition.ifAbsent(),
        behind,
        (write, told) ->
            told.standing() instanceof LeaseState.Ours ours && ours.write() != write
                ? replace(ours.version(), behind)
                : CompletableFuture.completedFuture(got(write, told)));
  }

  /** Replaces a lease that an earlier request of this Tomcat left behind and no request holds. */
  private CompletableFuture<Answer> replace(
      long version, @Nullable Function<NodeStore, ReadBehind> behind) {
    return write(
        WriteCondition.ifVersion(version),
        behind,
        (write, told) -> CompletableFuture.completedFuture(got(write, told)));
  }

  private Answer got(long write, Told told) {
    LeaseState standing = told.standing();
    mayStand = mayStand || !WriteResult.isConflict(told.result()) || standing.mayBeOurs();
    if (standing instanceof LeaseState.Ours ours && ours.write() == write) {
      hold = new Hold(write, ours.version());
      return Answer.GOT;
    }
    boolean mayArrive = told.result() == null && standing instanceof LeaseState.Free;
    return standing instanceof LeaseState.Unknown || mayArrive ? Answer.SILENT : Answer.OTHERS;
  }

  /**
   * Replaces the version that is known. If the node has another write of the same hold, the answer
   * to a renewal got lost, or a new connection has renamed the versions: then it writes once more.
   */
  private CompletableFuture<Answer> extend(Hold held, boolean mayRepeat) {
    return write(
        WriteCondition.ifVersion(held.version),
        null,
        (write, told) -> {
          if (told.standing() instanceof LeaseState.Unknown) {
            boolean kept = told.result() != null && told.result().isStored();
            return CompletableFuture.completedFuture(kept ? Answer.KEPT : Answer.SILENT);
          }
          if (told.standing() instanceof LeaseState.Ours ours && ours.write() >= held.since) {
            Hold now = new Hold(held.since, ours.version());
            hold = now;
            if (ours.write() == write) {
              return CompletableFuture.completedFuture(Answer.KEPT);
            }
            return mayRepeat
                ? extend(now, false)
                : CompletableFuture.completedFuture(Answer.SILENT);
          }
          hold = null;
          return told.standing() instanceof LeaseState.Others
              ? CompletableFuture.completedFuture(Answer.OTHERS)
              : add(null);
        });
  }

  private CompletableFuture<Boolean> removeHeld() {
    Hold held = hold;
    hold = null;
    if (held == null) {
      return GONE;
    }
    return records
        .remove(store, key, held.version)
        .thenCompose(
            result -> WriteResult.isConflict(result) ? findAndRemove() : noted(result != null));
  }

  /** Removes the lease there if it is one of the writes made here and not a later lease. */
  private CompletableFuture<Boolean> findAndRemove() {
    return records
        .look(store, key)
        .thenCompose(
            standing -> {
              if (standing instanceof LeaseState.Ours ours
                  && ours.write() >= firstWrite
                  && ours.write() <= lastWrite) {
                return records
                    .remove(store, key, ours.version())
                    .thenCompose(result -> noted(result != null));
              }
              return noted(!(standing instanceof LeaseState.Unknown));
            });
  }

  private CompletableFuture<Boolean> noted(boolean gone) {
    mayStand = mayStand || !gone;
    return CompletableFuture.completedFuture(gone);
  }

  private interface Conclusion {
    CompletableFuture<Answer> of(long write, Told told);
  }

  private CompletableFuture<Answer> write(
      WriteCondition condition,
      @Nullable Function<NodeStore, ReadBehind> behind,
      Conclusion conclusion) {
    long write = records.nextWrite();
    lastWrite = write;
    if (firstWrite == 0) {
      firstWrite = write;
    }
    ReadBehind read = behind == null ? null : behind.apply(store);
    return records
        .write(store, key, write, condition, read)
        .thenCompose(told -> conclusion.of(write, told));
  }

  private <T extends @Nullable Object> CompletableFuture<T> inOrder(
      Supplier<CompletableFuture<T>> operation) {
    CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    return lastOperation
        .getAndSet(done)
        .thenCompose(before -> operation.get())
        .whenComplete((result, failure) -> done.complete(null));
  }
}
