package io.holdfast.sessions.explore;

import java.util.concurrent.CompletableFuture;

/** What else a request waits for, or does not, while it is served. */
interface Visit {

  /** Nothing happens beside the request, which waits as long as it takes. */
  Visit UNDISTURBED =
      new Visit() {
        @Override
        public CompletableFuture<Void> work() {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> workBehindAnswer() {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public void told() {}

        @Override
        public void hasExpired() {}

        @Override
        public CompletableFuture<Boolean> outlasts(CompletableFuture<?> save) {
          return save.handle((saved, failure) -> true);
        }
      };

  /** The application works for a while. */
  CompletableFuture<Void> work();

  /** The client has its answer, and the application works for a while. */
  CompletableFuture<Void> workBehindAnswer();

  /** The client learns the id of its session. */
  void told();

  /** The session has ended, and the application is told so here. */
  void hasExpired();

  /** Waits for a save: completes with false if the wait runs out before the save. */
  CompletableFuture<Boolean> outlasts(CompletableFuture<?> save);
}
