package io.holdfast.serializer.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class JavaShapeTest {

  @Test
  void readWhenStreamHoldsATrapThenRejectedBeforeItSprings() throws IOException {
    Shape shape = Shapes.of(Locale.class);
    byte[] hostile = stream(new ArrayList<>(List.of(new Trap.Reading())));
    Trap.SPRUNG.set(0);

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> shape.read(Locale.class, new Part(hostile)));

    assertEquals(Reason.REJECTED_CLASS, refusal.reason());
    assertEquals(0, Trap.SPRUNG.get());
  }

  @Test
  void readWhenArrayIsLargerThanTheBytesThenExceeded() throws IOException {
    byte[] hostile = stream(new int[0]);
    hostile[hostile.length - 4] = 0x03;

    TranscoderException refusal =
        assertThrows(
            TranscoderException.class,
            () -> Shapes.of(Locale.class).read(Locale.class, new Part(hostile)));

    assertEquals(Reason.LIMIT_EXCEEDED, refusal.reason());
  }

  /** As {@link NestedOutput} writes class descriptors: after a flag. */
  private static byte[] stream(Object graph) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out =
        new ObjectOutputStream(bytes) {
          @Override
          protected void writeClassDescriptor(java.io.ObjectStreamClass description)
              throws IOException {
            writeBoolean(false);
            super.writeClassDescriptor(description);
          }
        }) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  /** An object with bytes and no parts, read for an application the traps are no part of. */
  private static final class Part implements PartReader {

    private final byte[] bytes;
    private final DecodeState state;

    Part(byte[] bytes) {
      this.bytes = bytes;
      ClassLoader empty = new URLClassLoader(new URL[0], JavaShapeTest.class.getClassLoader());
      this.state = new DecodeState(TranscoderContext.of(Filters.ofLoader(empty, "")), bytes.length);
    }

    @Override
    public String text() {
      return "";
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public boolean hasNext() {
      return false;
    }

    @Override
    public @Nullable String name() {
      return null;
    }

    @Override
    public @Nullable Object next(Class<?> assumed) {
      throw new AssertionError("there are no parts");
    }

    @Override
    public void skip() {}

    @Override
    public void announce(Object instance) {}

    @Override
    public DecodeState state() {
      return state;
    }
  }
}
