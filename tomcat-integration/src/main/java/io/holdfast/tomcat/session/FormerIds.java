package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leads requests to their session that were under way when this Tomcat gave it another id, as a
 * login does: they still ask for the former one. Thread-safe.
 *
 * <p>No other client is led: an attacker may have given the former id to his victim, to use it
 * after the victim's login. So no other Tomcat and no node learns of it.
 */
final class FormerIds {

  private static final CompletableFuture<?> NONE = CompletableFuture.completedFuture(null);

  private record Successor(SessionId id, long since) {}

  private final LongSupplier nanoTime;
  private final long keptNanos;

  /** By the base of the former id, the oldest first. */
  private final Map<String, Successor> successors = new LinkedHashMap<>();

  /**
   * Creates one that knows of no id.
   *
   * @param nanoTime as {@link System#nanoTime}
   * @param kept how long a request may be under way that is led
   */
  public FormerIds(LongSupplier nanoTime, Duration kept) {
    this.nanoTime = nanoTime;
    this.keptNanos = kept.toNanos();
  }

  /** Changes that are not through yet, by the base of the former id and of the new one. */
  private final ConcurrentMap<String, CompletableFuture<?>> changing = new ConcurrentHashMap<>();

  /**
   * A session gets another id, from now on until all nodes know.
   *
   * @param done completes then, whatever happens: with false if the session keeps its former id
   */
  public void changing(SessionId former, SessionId now, CompletableFuture<Boolean> done) {
    changed(former, now);
    CompletableFuture<?> settled =
        done.thenAccept(
            hasChanged -> {
              if (!hasChanged) {
                kept(former);
              }
            });
    for (SessionId id : List.of(former, now)) {
      changing.put(id.base(), settled);
      var unused = settled.whenComplete((changed, failure) -> changing.remove(id.base(), settled));
    }
  }

  /** Completes when no session is just about to get this id, or another one than this. */
  public CompletableFuture<?> settled(SessionId id) {
    CompletableFuture<?> change = changing.get(id.base());
    return change == null ? NONE : change;
  }

  /** The time by which it is told whether a request came before a session got another id. */
  public long now() {
    return nanoTime.getAsLong();
  }

  /** A session has got another id just now. */
  public synchronized void changed(SessionId former, SessionId now) {
    if (former.base().equals(now.base())) {
      return;
    }
    forgetOld();
    successors.remove(now.base());
    successors.remove(former.base()); // so that the order is that of the changes
    successors.put(former.base(), new Successor(now, now()));
  }

  /** A session has not got another id after all. */
  private synchronized void kept(SessionId former) {
    successors.remove(former.base());
  }

  /**
   * The id that a session has now for a request.
   *
   * @param requested as the client sent it
   * @param came when the request came, by {@link #now}
   * @return the same if it was not changed since
   */
  public synchronized SessionId follow(SessionId requested, long came) {
    forgetOld();
    SessionId id = requested;
    long since = came;
    for (Successor next = successor(id, since); next != null; next = successor(id, since)) {
      id = next.id;
      since = next.since;
    }
    return id;
  }

  /** Returns whether this Tomcat has given a session another id than this lately. */
  public synchronized boolean isFormer(SessionId id) {
    forgetOld();
    return successors.containsKey(id.base());
  }

  /** Each is later than the one before, so that ids which come again lead no request in circles. */
  private @Nullable Successor successor(SessionId id, long since) {
    Successor next = successors.get(id.base());
    return next == null || next.since - since <= 0 ? null : next;
  }

  private void forgetOld() {
    if (successors.isEmpty()) {
      return; // as at nearly every request
    }
    long now = now();
    Iterator<Successor> oldestFirst = successors.values().iterator();
    while (oldestFirst.hasNext() && now - oldestFirst.next().since > keptNanos) {
      oldestFirst.remove();
    }
  }
}
