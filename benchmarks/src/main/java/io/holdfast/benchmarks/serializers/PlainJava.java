package io.holdfast.benchmarks.serializers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** JDK serialization as in every textbook: no filter, no limits. */
final class PlainJava implements Codec {

  private static final int FIRST_BUFFER = 512;

  @Override
  public byte[] write(Object graph) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_BUFFER);
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  @Override
  public Object read(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }
}
