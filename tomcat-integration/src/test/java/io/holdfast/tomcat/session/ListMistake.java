package io.holdfast.tomcat.session;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** What goes wrong with the lists of sessions by user. */
enum ListMistake {
  /** Nothing. */
  NONE,
  /** A list is written over what another Tomcat has just written. */
  OVERWRITTEN,
  /** Sessions end without a look at whose they are by now. */
  NOT_LOOKED_AT,
  /** What is taken from a list stays on the node. */
  NOT_TAKEN_OUT;

  /** A line to a node by which that goes wrong. */
  NodeStore over(NodeStore node) {
    return new ForwardingStore(node) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        if (ListMistake.this == NOT_TAKEN_OUT && value.length == 0) {
          return CompletableFuture.completedFuture(WriteResult.STORED);
        }
        return super.store(
            key,
            value,
            timeToLive,
            ListMistake.this == OVERWRITTEN ? WriteCondition.always() : condition);
      }
    };
  }

  /** What is asked of a session that is about to end. */
  Predicate<HoldfastSession> isMeant(Predicate<HoldfastSession> right) {
    return this == NOT_LOOKED_AT ? session -> true : right;
  }
}
