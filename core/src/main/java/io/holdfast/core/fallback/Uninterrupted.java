package io.holdfast.core.fallback;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes files to the end on threads that are interrupted, too. A channel is closed under
 * such a thread, which says nothing of its file. The thread stays interrupted.
 */
final class Uninterrupted {

  private Uninterrupted() {}

  /** Something that is done with a file, from the start each time. */
  interface FileWork<T extends @Nullable Object> {

    /** Does it. */
    T perform() throws IOException;
  }

  static <T extends @Nullable Object> T perform(FileWork<T> work) throws IOException {
    boolean wasInterrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.perform();
        } catch (ClosedByInterruptException e) {
          wasInterrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
