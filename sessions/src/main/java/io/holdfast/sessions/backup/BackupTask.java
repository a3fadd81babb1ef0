package io.holdfast.sessions.backup;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A piece of work and the futures of all submits that it answers. */
record BackupTask(Backup work, List<CompletableFuture<Void>> promises) {

  BackupTask replacedBy(Backup later) {
    return new BackupTask(later, promises);
  }

  void complete(@Nullable Throwable failure) {
    for (CompletableFuture<Void> promise : promises) {
      if (failure == null) {
        promise.complete(null);
      } else {
        promise.completeExceptionally(failure);
      }
    }
  }
}
