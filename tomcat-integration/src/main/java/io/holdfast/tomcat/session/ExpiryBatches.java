package io.holdfast.tomcat.session;

import io.holdfast.sessions.model.StoreWait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the store for many sessions at a time whether they are over: their time seems to be up here,
 * and others may have used them since. Tomcat looks after the sessions of all its applications on
 * one thread, one after the other, and two round trips for each would keep it for hours where a
 * node is slow.
 *
 * @param <S> a session of this Tomcat
 */
public final class ExpiryBatches<S> {

  /** Their records are in memory at the same time. */
  static final int SIZE = 200;

  private final Function<S, CompletableFuture<Boolean>> expire;
  private final StoreWait store;
  private final Map<S, CompletableFuture<Boolean>> claims = new ConcurrentHashMap<>();

  /**
   * Creates one that has asked for nothing.
   *
   * @param expire ends a session for everybody, if it is over; tells whether it was ended by that
   * @param store how to wait for it
   */
  ExpiryBatches(Function<S, CompletableFuture<Boolean>> expire, StoreWait store) {
    this.expire = expire;
    this.store = store;
  }

  /**
   * Ends those for everybody that are over. Of each, {@link #claimOf} tells afterwards whether it
   * was ended by this.
   *
   * @param over sessions whose time seems to be up
   */
  void claim(List<S> over) {
    for (int from = 0; from < over.size(); from += SIZE) {
      List<CompletableFuture<Boolean>> batch = new ArrayList<>();
      for (S session : over.subList(from, Math.min(from + SIZE, over.size()))) {
        batch.add(claims.computeIfAbsent(session, expire));
      }
      var unused = store.await(CompletableFuture.allOf(batch.toArray(CompletableFuture[]::new)));
    }
  }

  /** What was claimed of a session; null if nothing was, or if it was asked before. */
  @Nullable CompletableFuture<Boolean> claimOf(S session) {
    return claims.remove(session);
  }

  /**
   * Has those end here that were claimed, and of which no request has asked since.
   *
   * @param end is to ask for the claim, unless the session has ended otherwise
   */
  void settle(Consumer<S> end) {
    for (S session : List.copyOf(claims.keySet())) {
      end.accept(session);
      claims.remove(session);
    }
  }
}
