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
 * Asks the store for many sessions at a time whether they have expired: their time seems to be up
 * here, and others may have used them since. Tomcat checks the sessions of all its applications on
 * one thread, one after the other. With a slow node, two round trips for each would take hours.
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
   * @param expire ends a session on all Tomcats if it has expired; its result says whether this
   *     call ended it
   * @param store how to wait for it
   */
  ExpiryBatches(Function<S, CompletableFuture<Boolean>> expire, StoreWait store) {
    this.expire = expire;
    this.store = store;
  }

  /**
   * Ends the expired sessions on all Tomcats. Afterwards {@link #claimOf} says for each whether
   * this call ended it.
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
   * Ends the claimed sessions here, unless a request has asked for one since.
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
