package io.holdfast.serializer.own;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.OptionalDataException;
import java.io.StreamCorruptedException;

/** Makes exceptions that only JDK serialization can make, by having it read what it refuses. */
final class OptionalData {

  /** The header of a stream, and the end of what an object wrote, before there was one. */
  private static final byte[] ENDED = {(byte) 0xac, (byte) 0xed, 0, 5, 0x78};

  private OptionalData() {}

  /**
   * The exception for an object that is asked for where there is none.
   *
   * @param bytes how many come first, 0 if nothing is left
   */
  static IOException instead(int bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(ENDED))) {
      Object unused = in.readObject();
    } catch (OptionalDataException e) {
      e.eof = bytes == 0;
      e.length = bytes;
      return e;
    } catch (IOException | ClassNotFoundException e) {
      return new StreamCorruptedException("no object, and no exception that says so: " + e);
    }
    return new StreamCorruptedException("an object where there is none");
  }
}
