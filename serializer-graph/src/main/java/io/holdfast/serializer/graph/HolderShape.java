package io.holdfast.serializer.graph;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Immutable holders of at most one object. */
record HolderShape(
    Function<Object, @Nullable Object> content, Function<@Nullable Object, Object> make)
    implements Shape {

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    out.part(content.apply(instance));
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    return make.apply(in.next());
  }
}
