package io.holdfast.core.transcoder.kit;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;

/** Can be read as long as a test says that there is memory for it. */
final class ReadSwitch implements Serializable {

  @Serial private static final long serialVersionUID = 1L;

  @SuppressWarnings("NonFinalStaticField") // nothing else reaches what is read
  static volatile boolean memory = true;

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
  }

  @Serial
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    if (!memory) {
      throw new OutOfMemoryError("thrown by a test");
    }
  }
}
