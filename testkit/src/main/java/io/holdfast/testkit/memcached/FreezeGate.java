package io.holdfast.testkit.memcached;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Holds up the embedded server's connections while it plays dead. */
final class FreezeGate {

  private enum State {
    OPEN,
    FROZEN,
    CLOSED
  }

  private State state = State.OPEN;

  /** Waits while frozen; fails once closed. */
  synchronized void pass() throws IOException {
    while (state == State.FROZEN) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while frozen");
      }
    }
    if (state == State.CLOSED) {
      throw new IOException("the server was closed");
    }
  }

  synchronized void freeze() {
    enter(State.FROZEN);
  }

  synchronized void thaw() {
    enter(State.OPEN);
  }

  synchronized void close() {
    enter(State.CLOSED);
  }

  private synchronized void enter(State next) {
    if (state != State.CLOSED) {
      state = next;
      notifyAll();
    }
  }
}
