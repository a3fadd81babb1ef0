package io.holdfast.serializer.graph;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Atomic references, which may be part of a cycle. */
final class ReferenceShape implements Shape {

  @Override
  public void write(Object instance, PartWriter out) {
    out.part(((AtomicReference<?>) instance).get());
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    AtomicReference<@Nullable Object> reference = new AtomicReference<>();
    in.announce(reference);
    reference.set(in.next());
    return reference;
  }
}
