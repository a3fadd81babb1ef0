package io.holdfast.serializer.graph;

import io.holdfast.serializer.jdk.GuardedObjectInput;
import io.holdfast.serializer.jdk.StreamBytes;
import java.io.IOException;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what {@link NestedOutput} wrote, through the same filter and limits as the rest. */
final class NestedInput extends GuardedObjectInput {

  private static final ObjectStreamClass OUTSIDE = ObjectStreamClass.lookup(Outside.class);

  private final DecodeState state;
  private final List<@Nullable Object> parts;

  NestedInput(byte[] bytes, List<@Nullable Object> parts, DecodeState state) throws IOException {
    super(new StreamBytes(bytes, 0, bytes.length), state.filter(), state.work());
    this.state = state;
    this.parts = parts;
  }

  @Override
  protected int maxDepth() {
    return state.remainingDepth();
  }

  @Override
  protected long maxReferences() {
    return state.maxReferences();
  }

  @Override
  protected void spend(long length) {
    state.spend(length);
  }

  /** Names are resolved by the filter, and each object is checked when it is there. */
  @Override
  protected void check(Class<?> type) {}

  @Override
  protected ObjectStreamClass readDescription() throws IOException, ClassNotFoundException {
    return readBoolean() ? OUTSIDE : super.readDescription();
  }

  @Override
  protected Class<?> classOf(ObjectStreamClass description) {
    String name = description.getName();
    return name.equals(OUTSIDE.getName()) ? Outside.class : readerFor(state.filter().resolve(name));
  }

  @Override
  protected Class<?> proxyClassOf(String[] interfaces) {
    state.filter().check(Proxy.class);
    return state.filter().resolveProxy(interfaces);
  }

  @Override
  protected @Nullable Object resolveObject(Object object) {
    if (object instanceof Outside outside) {
      Object part = parts.get(outside.index);
      work().metElsewhere(part);
      return part;
    }
    state.filter().checkNotDenied(object.getClass());
    count(object);
    return guarded(object);
  }
}
