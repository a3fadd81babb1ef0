package io.holdfast.sessions.engine;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.ConcurrentModificationException;

/** A value whose collection another thread changes each time it is written, so often. */
final class Restless implements Serializable {

  @Serial private static final long serialVersionUID = 1L;

  transient int times;

  Restless(int times) {
    this.times = times;
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    if (times-- > 0) {
      throw new ConcurrentModificationException("told to fail by the test");
    }
    out.defaultWriteObject();
  }

  @Override
  public String toString() {
    return "restless";
  }
}
