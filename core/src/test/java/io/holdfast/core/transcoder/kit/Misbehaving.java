package io.holdfast.core.transcoder.kit;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** An attribute that does while it is written or read what an application's class may do. */
public final class Misbehaving implements Serializable {

  @Serial private static final long serialVersionUID = 1L;

  private final Misbehaviour misbehaviour;
  private final transient @Nullable Runnable whenWritten;

  Misbehaving(Misbehaviour misbehaviour) {
    this(misbehaviour, null);
  }

  private Misbehaving(Misbehaviour misbehaviour, @Nullable Runnable whenWritten) {
    this.misbehaviour = misbehaviour;
    this.whenWritten = whenWritten;
  }

  /** An attribute that runs code of a test each time it is written. */
  public static Misbehaving calling(Runnable whenWritten) {
    return new Misbehaving(Misbehaviour.INTERRUPTS_ITS_THREAD, whenWritten);
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    if (whenWritten == null) {
      misbehaviour.write();
    } else {
      whenWritten.run();
    }
    out.defaultWriteObject();
  }

  @Serial
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    misbehaviour.read();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    throw new IllegalStateException("no attribute is to be compared");
  }

  @Override
  public int hashCode() {
    throw new IllegalStateException("no attribute is to be hashed");
  }

  @Override
  public String toString() {
    throw new IllegalStateException("no attribute is to be shown");
  }
}
