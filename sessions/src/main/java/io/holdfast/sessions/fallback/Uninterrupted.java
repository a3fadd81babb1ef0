package io.holdfast.sessions.fallback;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes files to the end, on interrupted threads too. The interrupt closes the channel
 * of such a thread, which does not mean that its file is broken. The thread stays interrupted.
 */
final class Uninterrupted {

  private Uninterrupted() {}

  /** An access to a file that can be repeated from the start. */
  interface FileWork<T extends @Nullable Object> {

    /** Performs the access. */
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
