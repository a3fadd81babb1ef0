package io.holdfast.core.transcoder.kit;

import java.util.ConcurrentModificationException;

/**
 * What an attribute of an application may do while it is written or read. All of them also throw in
 * {@code equals}, {@code hashCode} and {@code toString}.
 */
public enum Misbehaviour {
  THROWS_AN_EXCEPTION(false) {
    @Override
    void write() {
      throw new IllegalStateException("told to fail");
    }
  },
  /** As a class does whose method names a type that is missing at run time. */
  THROWS_AN_ERROR(false) {
    @Override
    void write() {
      throw new NoClassDefFoundError("com/acme/Missing");
    }
  },
  THROWS_AN_ASSERTION_ERROR(false) {
    @Override
    void write() {
      throw new AssertionError("told to fail");
    }
  },
  THROWS_WHAT_CANNOT_BE_SHOWN(false) {
    @Override
    void write() {
      throw new Unspeakable();
    }
  },
  OVERFLOWS_THE_STACK(false) {
    @Override
    void write() {
      throw new StackOverflowError();
    }
  },
  RUNS_OUT_OF_MEMORY(false) {
    @Override
    void write() {
      throw new OutOfMemoryError("thrown by a test");
    }
  },
  /** As a collection does that a background thread never lets alone. */
  CHANGES_ALL_THE_TIME(false) {
    @Override
    void write() {
      throw new ConcurrentModificationException("told to change");
    }
  },
  INTERRUPTS_ITS_THREAD(true) {
    @Override
    void write() {
      Thread.currentThread().interrupt();
    }
  },
  CANNOT_BE_READ(false) {
    @Override
    void read() {
      throw new IllegalStateException("told to fail when it is read");
    }
  },
  RUNS_OUT_OF_MEMORY_WHEN_READ(false) {
    @Override
    void read() {
      throw new OutOfMemoryError("thrown by a test");
    }
  };

  private final boolean stored;

  Misbehaviour(boolean stored) {
    this.stored = stored;
  }

  /** Whether the attribute can be stored all the same. */
  public boolean isStored() {
    return stored;
  }

  /** An attribute that does this. */
  public Misbehaving attribute() {
    return new Misbehaving(this);
  }

  void write() {}

  void read() {}

  /** What an application throws need not answer what it is. */
  private static final class Unspeakable extends Error {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("has no message");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("has no cause");
    }
  }
}
