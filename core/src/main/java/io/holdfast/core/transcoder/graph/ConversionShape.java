package io.holdfast.core.transcoder.graph;

import io.holdfast.core.transcoder.Conversion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects that a conversion takes apart. */
record ConversionShape(Conversion<?> conversion) implements Shape {

  /** Tells them from objects that were written before there was the conversion. */
  private static final String MARK = "=";

  /** Most parts are texts, whose class then need not be named. */
  private static final Class<?> ASSUMED = String.class;

  /** Refuses to take the parts of a conversion for something else. */
  static void refuse(Class<?> type, PartReader in) {
    if (in.text().equals(MARK)) {
      throw DecodeState.unreadable(
          "class %s was written by a converter that is not there".formatted(type.getName()), null);
    }
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
    out.text(MARK);
    for (Object part : parts) {
      out.part(null, ASSUMED, part);
    }
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    if (!in.text().equals(MARK)) {
      return Shapes.of(type).read(type, in);
    }
    List<@Nullable Object> parts = new ArrayList<>();
    int mark = in.state().mark();
    while (in.hasNext()) {
      parts.add(in.next(ASSUMED));
    }
    in.state().settle(mark);
    return conversion.make(parts.toArray(), in.state().filter());
  }
}
