package io.holdfast.sessions.model;

import org.jspecify.annotations.Nullable;

/** Waits although the thread is interrupted, which it is again afterwards. */
public final class Uninterrupted {

  private Uninterrupted() {}

  /** A wait that can begin again after an interruption. */
  public interface Wait<T extends @Nullable Object, X extends Exception, Y extends Exception> {

    T perform() throws InterruptedException, X, Y;
  }

  public static <T extends @Nullable Object, X extends Exception, Y extends Exception> T await(
      Wait<T, X, Y> wait) throws X, Y {
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          return wait.perform();
        } catch (InterruptedException e) {
          wasInterrupted = true;
        }
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
