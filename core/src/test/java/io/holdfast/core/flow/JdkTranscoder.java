package io.holdfast.core.flow;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** The JDK's serialization without a filter, for tests only; counts what it encodes. */
final class JdkTranscoder implements Transcoder {

  private final AtomicInteger encoded = new AtomicInteger();

  int encoded() {
    return encoded.get();
  }

  @Override
  public byte[] encode(Object graph) {
    encoded.incrementAndGet();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    } catch (IOException e) {
      throw new TranscoderException(Reason.UNWRITABLE, String.valueOf(e.getMessage()), e);
    }
    return bytes.toByteArray();
  }

  @Override
  public Object decode(byte[] bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      throw new TranscoderException(Reason.UNREADABLE, String.valueOf(e.getMessage()), e);
    }
  }
}
