package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.CustomConverter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the {@link Shape} of a class for one web application, which may have conversions. */
public final class ApplicationShapes {

  private final Map<Class<?>, Shape> written = new HashMap<>();
  private final Map<Class<?>, Shape> read = new HashMap<>();

  /**
   * Puts conversions before the shapes that classes have of their own.
   *
   * @param converters of two conversions for a class, the first one writes
   * @param filter classes that it takes away are not converted, so that they are refused
   */
  public ApplicationShapes(List<CustomConverter> converters, ClassFilter filter) {
    for (CustomConverter converter : converters) {
      String mark = ConversionShape.markOf(converter.name());
      for (Conversion<?> conversion : converter.conversions()) {
        Shape shape = new ConversionShape(conversion, mark, toRead(conversion.type()));
        read.put(conversion.type(), shape);
        conversion.classes().stream()
            .filter(type -> !filter.denies(type))
            .forEach(type -> written.putIfAbsent(type, shape));
      }
    }
  }

  /** The shape by which objects of a class are written. */
  public Shape toWrite(Class<?> type) {
    Shape shape = written.get(type);
    return shape == null ? Shapes.of(type) : shape;
  }

  /** The shape by which an object is read whose bytes name a class. */
  public Shape toRead(Class<?> type) {
    Shape shape = read.get(type);
    return shape == null ? Shapes.of(type) : shape;
  }
}
