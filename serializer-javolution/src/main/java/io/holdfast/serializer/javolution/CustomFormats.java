package io.holdfast.serializer.javolution;

import io.holdfast.serializer.graph.ApplicationShapes;
import io.holdfast.serializer.graph.Extensions;
import io.holdfast.serializer.graph.PartReader;
import io.holdfast.serializer.graph.PartWriter;
import io.holdfast.serializer.graph.Shape;
import java.util.HashMap;
import java.util.Map;
import javolution.xml.XMLFormat;
import org.jspecify.annotations.Nullable;

/** The user's formats by class, and the shapes of all others. */
final class CustomFormats {

  /** Stands for a format of the user: its objects keep their identity but take part in no cycle. */
  private static final Shape LATE =
      new Shape() {
        @Override
        public boolean isEarly() {
          return false;
        }

        @Override
        public void write(Object instance, PartWriter out) {
          throw new UnsupportedOperationException("the format writes");
        }

        @Override
        public Object read(Class<?> type, PartReader in) {
          throw new UnsupportedOperationException("the format reads");
        }
      };

  private final Map<Class<?>, XMLFormat<?>> formats;
  private final ApplicationShapes shapes;
  private final Extensions extensions;

  CustomFormats(Map<Class<?>, XMLFormat<?>> formats, ApplicationShapes shapes) {
    this.formats = Map.copyOf(formats);
    this.shapes = shapes;
    Map<XMLFormat<?>, Class<?>> classes = new HashMap<>();
    formats.values().forEach(format -> classes.put(format, format.getClass()));
    this.extensions = new Extensions(classes);
  }

  Extensions extensions() {
    return extensions;
  }

  @SuppressWarnings("unchecked")
  @Nullable XMLFormat<Object> find(Class<?> type) {
    return (XMLFormat<Object>) formats.get(type);
  }

  Shape shapeOf(Class<?> type) {
    return formats.containsKey(type) ? LATE : shapes.toWrite(type);
  }

  /** The shape by which an object without a format is read. */
  Shape shapeToRead(Class<?> type) {
    return shapes.toRead(type);
  }
}
