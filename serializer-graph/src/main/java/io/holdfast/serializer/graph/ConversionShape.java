package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.TranscoderException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a conversion takes apart.
 *
 * @param mark tells them from those of other converters, and from those that none took apart
 * @param otherwise how objects with another mark are read, or without
 */
record ConversionShape(Conversion<?> conversion, String mark, Shape otherwise) implements Shape {

  private static final int MARK_LENGTH = 4;

  /** Most parts are texts, whose class then need not be named. */
  private static final Class<?> ASSUMED = String.class;

  /** The mark of a converter, from its class name: nearly all others have another one. */
  static String markOf(String converter) {
    CRC32C sum = new CRC32C();
    sum.update(converter.getBytes(StandardCharsets.UTF_8));
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt((int) sum.getValue()).array();
    return Base64.getUrlEncoder().encodeToString(bytes).substring(0, MARK_LENGTH);
  }

  /** Refuses to take the parts of a conversion for those of an object that has no text. */
  static void refuse(Class<?> type, PartReader in) {
    if (!in.text().isEmpty()) {
      throw DecodeState.unreadable(
          "class %s was written by a converter that is not there".formatted(type.getName()), null);
    }
    if (in.bytes().length > 0) {
      throw otherForm(type);
    }
  }

  /** The name of the next part, which is that of a field if the class was what it is now. */
  static String nameOfField(Class<?> type, PartReader in) {
    String name = in.name();
    if (name == null) {
      throw otherForm(type);
    }
    return name;
  }

  private static TranscoderException otherForm(Class<?> type) {
    return DecodeState.unreadable(
        "class %s was written in another way than by its fields".formatted(type.getName()), null);
  }

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public Class<?> wireClass(Object instance) {
    return conversion.type();
  }

  @Override
  public void write(Object instance, PartWriter out) {
    @Nullable Object[] parts = conversion.takeApart(instance);
    out.state().checkLength(instance, parts.length);
    out.text(mark);
    for (Object part : parts) {
      out.state().work().comparator(part);
    }
    for (Object part : parts) {
      out.state().work().metElsewhere(part);
      out.part(null, ASSUMED, part);
    }
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    if (!in.text().equals(mark)) {
      return otherwise.read(type, in);
    }
    List<@Nullable Object> parts = new ArrayList<>();
    int before = in.state().mark();
    while (in.hasNext()) {
      parts.add(in.next(ASSUMED));
    }
    in.state().settle(before);
    parts.forEach(in.state().work()::comparator);
    parts.forEach(in.state().work()::metElsewhere);
    return conversion.make(parts.toArray(), in.state().filter());
  }
}
