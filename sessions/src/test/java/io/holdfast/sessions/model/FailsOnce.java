package io.holdfast.sessions.model;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;

/** A value of an application that throws when it is written for the first time. */
public final class FailsOnce implements Serializable {

  @Serial private static final long serialVersionUID = 1L;

  private transient boolean failed;

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    if (!failed) {
      failed = true;
      throw new IllegalStateException("told to fail by the test");
    }
    out.defaultWriteObject();
  }
}
