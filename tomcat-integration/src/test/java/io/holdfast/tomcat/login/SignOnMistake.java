package io.holdfast.tomcat.login;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What goes wrong with sign-ons on their way to the nodes. */
enum SignOnMistake {
  /** Nothing. */
  NONE,
  /** A sign-on is written over what another Tomcat has just written. */
  OVERWRITTEN,
  /** The end of a sign-on deletes it, and leaves no tombstone. */
  NO_TOMBSTONE,
  /** A Tomcat that knows a sign-on does not see what others have made of it. */
  NOT_LOOKED_AT;

  /** A line to a node by which that goes wrong. */
  NodeStore over(NodeStore node) {
    return this == NONE ? node : new Line(this, node);
  }

  private static final class Line extends ForwardingStore {

    private final SignOnMistake mistake;

    /** What the node had first under the key of the sign-on. */
    private @Nullable StoredValue first;

    Line(SignOnMistake mistake, NodeStore node) {
      super(node);
      this.mistake = mistake;
    }

    @Override
    public CompletableFuture<@Nullable StoredValue> load(String key) {
      return super.load(key).thenApply(found -> isOld(key) ? seen(found) : found);
    }

    private boolean isOld(String key) {
      return mistake == NOT_LOOKED_AT && !key.contains(":");
    }

    private @Nullable StoredValue seen(@Nullable StoredValue found) {
      first = first == null ? found : first;
      return first;
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
      if (mistake == NO_TOMBSTONE && Tombstone.isTombstone(value)) {
        return delete(key).thenApply(deleted -> WriteResult.STORED);
      }
      return super.store(
          key, value, timeToLive, mistake == OVERWRITTEN ? WriteCondition.always() : condition);
    }
  }
}
