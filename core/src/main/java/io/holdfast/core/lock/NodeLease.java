package io.holdfast.core.lock;

import io.holdfast.core.lock.LeaseRecords.Told;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One session's lease on one node, as far as this Tomcat knows.
 *
 * <p>Nothing is believed that the node did not say: a write is known to have happened when the load
 * behind it shows that very write. Every write has a number, so an {@code add} that arrives late is
 * not mistaken for the lease that is held now. Whatever is written over or removed is named by its
 * version.
 *
 * <p>Operations run one after another, so that a release finds the version that a renewal on its
 * way will leave behind.
 */
final class NodeLease {

  /** What an attempt to take the lease found. */
  enum Answer {
    /** It is ours. */
    HELD,
    /** Somebody has it, or had it a moment ago. */
    TAKEN,
    /** The node did not say. */
    SILENT
  }

  /**
   * What is known while the lease is held.
   *
   * @param since the write it was taken with; later ones are renewals of it
   * @param version of the latest write that was seen
   * @param validUntil by the clock
   */
  private record Hold(long since, long version, long validUntil) {}

  private final SessionStore store;
  private final String key;
  private final LeaseRecords records;
  private final LockTools tools;

  private final AtomicReference<CompletableFuture<?>> lastOperation =
      new AtomicReference<>(CompletableFuture.completedFuture(null));
  private volatile @Nullable Hold hold;

  /** The numbers of the writes made here. Like the next field used within operations only. */
  private long firstWrite;

  private long lastWrite;

  /** Whether a write of ours may lie there, or may still arrive, without being known to. */
  private boolean mayStand;

  NodeLease(SessionStore store, String key, LeaseRecords records, LockTools tools) {
    this.store = store;
    this.key = key;
    this.records = records;
    this.tools = tools;
  }

  /** Whether nobody else can have it. Once lost, only {@link #take} gets it again. */
  boolean isHeld() {
    Hold held = hold;
    return held != null && isValid(held);
  }

  /** Takes it, or makes sure that it is held for a while yet. Never completes exceptionally. */
  CompletableFuture<Answer> take() {
    return inOrder(
        () -> {
          Hold held = hold;
          if (held == null) {
            return add();
          }
          return isFresh(held)
              ? CompletableFuture.completedFuture(Answer.HELD)
              : extend(held, true).thenApply(done -> isHeld() ? Answer.HELD : Answer.TAKEN);
        });
  }

  /** Extends its time to live; what is not held is not taken. Never completes exceptionally. */
  CompletableFuture<Void> renew() {
    return inOrder(
        () -> {
          Hold held = hold;
          return held == null ? CompletableFuture.completedFuture(null) : extend(held, true);
        });
  }

  /** Removes what is ours, as far as it may be there. Never completes exceptionally. */
  CompletableFuture<Void> giveBack() {
    return inOrder(
        () -> {
          Hold held = hold;
          hold = null;
          if (held == null) {
            return mayStand ? findAndRemove() : CompletableFuture.completedFuture(null);
          }
          return records
              .remove(store, key, held.version)
              .thenCompose(
                  result ->
                      result == WriteResult.CONFLICT
                          ? findAndRemove()
                          : CompletableFuture.completedFuture(null));
        });
  }

  private CompletableFuture<Answer> add() {
    long write = nextWrite();
    long sent = tools.now();
    return records
        .write(store, key, write, WriteCondition.ifAbsent())
        .thenCompose(
            told ->
                told.standing() instanceof Standing.Ours ours && ours.write() != write
                    ? replace(ours.version())
                    : CompletableFuture.completedFuture(taken(write, sent, told)));
  }

  /** An earlier request of this Tomcat left it behind; nobody here holds it. */
  private CompletableFuture<Answer> replace(long version) {
    long write = nextWrite();
    long sent = tools.now();
    return records
        .write(store, key, write, WriteCondition.ifVersion(version))
        .thenApply(told -> taken(write, sent, told));
  }

  private Answer taken(long write, long sent, Told told) {
    Standing standing = told.standing();
    mayStand = mayStand || told.result() != WriteResult.CONFLICT || standing.mayBeOurs();
    if (standing instanceof Standing.Ours ours && ours.write() == write) {
      Hold held = new Hold(write, ours.version(), sent + validity());
      hold = held;
      return isValid(held) ? Answer.HELD : Answer.TAKEN;
    }
    boolean isUnknown = standing instanceof Standing.Unknown;
    boolean mayArrive = told.result() == null && standing instanceof Standing.Free;
    return isUnknown || mayArrive ? Answer.SILENT : Answer.TAKEN;
  }

  /**
   * Writes over the version that is known. If that is not the one that lies there, but the one
   * there is a renewal of ours whose answer got lost, or the connection is a new one on which
   * versions have new names, writes once more.
   */
  private CompletableFuture<Void> extend(Hold held, boolean mayRepeat) {
    long write = nextWrite();
    long sent = tools.now();
    return records
        .write(store, key, write, WriteCondition.ifVersion(held.version))
        .thenCompose(
            told -> {
              Hold now = isValid(held) ? extended(held, write, sent, told) : null;
              hold = now;
              return mayRepeat && now != null && isAnotherVersionOf(held, now)
                  ? extend(now, false)
                  : CompletableFuture.completedFuture(null);
            });
  }

  /** Whether the lease is still the same, but not yet extended. */
  private static boolean isAnotherVersionOf(Hold before, Hold now) {
    return now.version != before.version && now.validUntil == before.validUntil;
  }

  private @Nullable Hold extended(Hold held, long write, long sent, Told told) {
    long until = sent + validity();
    if (told.standing() instanceof Standing.Ours ours && ours.write() >= held.since) {
      return new Hold(held.since, ours.version(), ours.write() == write ? until : held.validUntil);
    }
    if (told.standing() instanceof Standing.Unknown) {
      return told.result() == WriteResult.STORED ? new Hold(held.since, held.version, until) : held;
    }
    return null;
  }

  /** Removes what lies there if it is one of the writes made here and not a later lease. */
  private CompletableFuture<Void> findAndRemove() {
    return records
        .look(store, key)
        .thenCompose(
            standing ->
                standing instanceof Standing.Ours ours
                        && ours.write() >= firstWrite
                        && ours.write() <= lastWrite
                    ? records.remove(store, key, ours.version()).thenApply(result -> null)
                    : CompletableFuture.completedFuture(null));
  }

  private long nextWrite() {
    lastWrite = records.nextWrite();
    if (firstWrite == 0) {
      firstWrite = lastWrite;
    }
    return lastWrite;
  }

  private long validity() {
    return tools.terms().validity().toNanos();
  }

  private boolean isValid(Hold held) {
    return held.validUntil - tools.now() > 0;
  }

  /** Whether less than a third of its time is over. */
  private boolean isFresh(Hold held) {
    return held.validUntil - tools.now() > validity() / 3 * 2;
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
