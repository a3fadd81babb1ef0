package io.holdfast.sessions.model;

import io.holdfast.core.session.ImmutableValues;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's serialization without a filter, for tests only; counts how often it encodes. Values
 * alone are written apart.
 */
public final class JdkTranscoder implements Transcoder {

  private final AtomicInteger encoded = new AtomicInteger();

  public int encoded() {
    return encoded.get();
  }

  @Override
  public byte[] encode(Object graph) {
    encoded.incrementAndGet();
    return write(graph);
  }

  @Override
  public @Nullable List<byte[]> encodeApart(List<Object> roots) {
    if (!roots.stream().allMatch(ImmutableValues::isImmutable)) {
      return null; // what they share is not looked for
    }
    encoded.incrementAndGet();
    return roots.stream().map(JdkTranscoder::write).toList();
  }

  private static byte[] write(Object graph) {
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
