package io.holdfast.sessions.model;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;

/** An attribute that runs something while it is written. */
public final class TellsWhenWritten implements Serializable {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Runnable writing;

  public TellsWhenWritten(Runnable writing) {
    this.writing = writing;
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    writing.run();
    out.defaultWriteObject();
  }
}
