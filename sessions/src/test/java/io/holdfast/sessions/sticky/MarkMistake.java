package io.holdfast.sessions.sticky;

import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a Tomcat does wrong with the marks of sticky sessions that have ended. */
enum MarkMistake {
  /** None is left. */
  NOT_LEFT,
  /** None is seen. */
  NOT_ASKED_FOR,
  /** One that a node has lost is not left there again. */
  NOT_RESTORED;

  private static boolean isMark(String key) {
    return key.contains(":E");
  }

  /** A line to a node by which that goes wrong. */
  SessionStore over(SessionStore node) {
    return new Line(this, node);
  }

  private static final class Line implements SessionStore {

    private final MarkMistake mistake;
    private final SessionStore node;
    private final Set<String> left = new HashSet<>();

    Line(MarkMistake mistake, SessionStore node) {
      this.mistake = mistake;
      this.node = node;
    }

    @Override
    public CompletableFuture<@Nullable StoredValue> load(String key) {
      return isMark(key) && mistake == NOT_ASKED_FOR
          ? CompletableFuture.completedFuture(null)
          : node.load(key);
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
      boolean isIgnored =
          isMark(key) && (mistake == NOT_LEFT || (mistake == NOT_RESTORED && !left.add(key)));
      return isIgnored
          ? CompletableFuture.completedFuture(WriteResult.STORED)
          : node.store(key, value, timeToLive, condition);
    }

    @Override
    public CompletableFuture<Boolean> renewVersion(String key) {
      return node.renewVersion(key);
    }

    @Override
    public CompletableFuture<Boolean> append(String key, byte[] more) {
      return node.append(key, more);
    }

    @Override
    public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
      return node.touch(key, timeToLive);
    }

    @Override
    public CompletableFuture<Boolean> delete(String key) {
      return node.delete(key);
    }

    @Override
    public void close() {
      node.close();
    }
  }
}
