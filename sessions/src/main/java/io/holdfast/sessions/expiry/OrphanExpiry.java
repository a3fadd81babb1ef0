package io.holdfast.sessions.expiry;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.expiry.ExpiryIndex.Due;
import io.holdfast.sessions.expiry.ExpiryIndex.Place;
import io.holdfast.sessions.model.StoreWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Expires orphaned sessions, which would otherwise end without their events: reads the lists of
 * {@link ExpiryIndex} whose slot has come.
 *
 * @param <T> a session as it was stored
 */
public final class OrphanExpiry<T> {

  private static final System.Logger LOG = Loggers.of(OrphanExpiry.class);

  private static final int AT_ONCE = 64;

  /** Short, because Tomcat does other work for its applications on the same thread. */
  private static final Duration LONGEST_SWEEP = Duration.ofSeconds(10);

  private final ExpiryIndex index;
  private final Function<SessionId, CompletableFuture<@Nullable Orphan<T>>> store;
  private final StoreWait patience;
  private final Duration atMost;
  private final LongSupplier nanos;

  /** The slots whose lists may still hold sessions. */
  private final TreeSet<Long> open = new TreeSet<>();

  private long lastSlot = Long.MIN_VALUE;

  /**
   * What the store says of a session that may have expired and is not in this Tomcat.
   *
   * @param overAt when it expires unless a request uses it, in milliseconds since the epoch; {@link
   *     Long#MAX_VALUE} if never, or if there is no such session any more
   * @param session decodes its record if it has expired, null if that cannot be read; null if it
   *     has not expired
   */
  public record Orphan<T>(long overAt, @Nullable Supplier<@Nullable T> session) {}

  /** Looks at sessions by a function that gives null if no node that may hold one has answered. */
  public OrphanExpiry(
      ExpiryIndex index,
      Function<SessionId, CompletableFuture<@Nullable Orphan<T>>> store,
      StoreWait patience) {
    this(index, store, patience, LONGEST_SWEEP, System::nanoTime);
  }

  /** Sweeps about so long at most; the next sweep continues it. */
  OrphanExpiry(
      ExpiryIndex index,
      Function<SessionId, CompletableFuture<@Nullable Orphan<T>>> store,
      StoreWait patience,
      Duration atMost,
      LongSupplier nanos) {
    this.index = index;
    this.store = store;
    this.patience = patience;
    this.atMost = atMost;
    this.nanos = nanos;
  }

  /**
   * Looks at all sessions whose slot has come. On the caller's thread, which waits.
   *
   * @param here when a session of this Tomcat will expire, which this Tomcat does itself; null for
   *     other sessions
   * @param end ends a session with its events, unless another Tomcat does
   */
  public synchronized void sweep(Function<SessionId, @Nullable Long> here, Consumer<T> end) {
    long now = index.slotNow();
    if (lastSlot > now) { // the clock was set back
      lastSlot = Long.MIN_VALUE;
    }
    for (long slot = Math.max(lastSlot + 1, now - ExpiryIndex.GRACE_SLOTS); slot <= now; slot++) {
      open.add(slot);
    }
    lastSlot = now;
    open.headSet(now - ExpiryIndex.GRACE_SLOTS).clear();
    long start = nanos.getAsLong();
    for (long slot : List.copyOf(open)) {
      if (nanos.getAsLong() - start > atMost.toNanos() || Thread.currentThread().isInterrupted()) {
        return;
      }
      if (new Slot(slot, here, end).perform()) {
        open.remove(slot);
      }
    }
  }

  /** The lists of one slot. */
  private final class Slot {

    private final long slot;
    private final Function<SessionId, @Nullable Long> here;
    private final Consumer<T> end;

    Slot(long slot, Function<SessionId, @Nullable Long> here, Consumer<T> end) {
      this.slot = slot;
      this.here = here;
      this.end = end;
    }

    /** Looks at the sessions of the slot; true if none is left. */
    boolean perform() {
      List<Place> places =
          IntStream.range(0, ExpiryIndex.SHARES).mapToObj(share -> new Place(slot, share)).toList();
      List<CompletableFuture<Due>> lists = places.stream().map(index::read).toList();
      boolean isDone = true;
      for (int share = 0; share < lists.size(); share++) {
        Due due = patience.await(lists.get(share));
        isDone &= due != null && seeTo(places.get(share), due);
      }
      return isDone;
    }

    private boolean seeTo(Place place, Due due) {
      if (due.ids().isEmpty()) {
        return due.isComplete();
      }
      if (!Boolean.TRUE.equals(patience.await(index.claim(place)))) {
        return false; // another Tomcat works on it; if that dies, the list is there the next time
      }
      boolean isDone = due.isComplete();
      for (int i = 0; i < due.ids().size(); i += AT_ONCE) {
        isDone &= seeTo(due.ids().subList(i, Math.min(due.ids().size(), i + AT_ONCE)));
      }
      if (isDone) {
        var unused = patience.await(index.drop(place));
      }
      return isDone;
    }

    private boolean seeTo(List<SessionId> ids) {
      Map<SessionId, CompletableFuture<@Nullable Orphan<T>>> answers = new LinkedHashMap<>();
      ids.forEach(id -> answers.put(id, look(id)));
      Map<Place, List<SessionId>> later = new HashMap<>();
      boolean isDone = true;
      for (Map.Entry<SessionId, CompletableFuture<@Nullable Orphan<T>>> asked :
          answers.entrySet()) {
        SessionId id = asked.getKey();
        Orphan<T> answer = patience.await(asked.getValue());
        if (answer == null) {
          isDone = false;
        } else if (answer.session() != null) {
          end(id, answer.session());
        } else if (answer.overAt() < Long.MAX_VALUE) {
          later
              .computeIfAbsent(index.placeOf(id, answer.overAt()), place -> new ArrayList<>())
              .add(id);
        }
      }
      for (Map.Entry<Place, List<SessionId>> entry : later.entrySet()) {
        isDone &= Boolean.TRUE.equals(patience.await(index.note(entry.getKey(), entry.getValue())));
      }
      return isDone;
    }

    private CompletableFuture<@Nullable Orphan<T>> look(SessionId id) {
      Long overAt = here.apply(id);
      return overAt == null
          ? store.apply(id)
          : CompletableFuture.completedFuture(new Orphan<>(overAt, null));
    }

    private void end(SessionId id, Supplier<@Nullable T> over) {
      try {
        T session = over.get();
        if (session != null) {
          end.accept(session);
        }
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, "Session " + id + " could not be ended", e);
      }
    }
  }
}
