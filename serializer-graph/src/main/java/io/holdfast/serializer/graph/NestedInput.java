package io.holdfast.serializer.graph;

import io.holdfast.serializer.jdk.GuardedObjectInput;
import io.holdfast.serializer.jdk.StreamBytes;
import java.io.IOException;
import java.io.ObjectInputFilter;
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
    super(new StreamBytes(bytes, 0, bytes.length), state.work());
    this.state = state;
    this.parts = parts;
    enableResolveObject(true);
    setObjectInputFilter(this::spend);
  }

  private ObjectInputFilter.Status spend(ObjectInputFilter.FilterInfo info) {
    if (!count(info)) {
      return ObjectInputFilter.Status.ALLOWED;
    }
    if (isRefusedByTheJvm(info)) {
      throw DecodeState.exceeded("more than -Djdk.serialFilter allows");
    }
    if (info.depth() > state.remainingDepth()) {
      throw DecodeState.exceeded("objects nested too deeply");
    }
    if (references(info) > state.maxReferences()) {
      throw DecodeState.exceeded("too many objects");
    }
    if (info.arrayLength() >= 0) {
      state.spend(info.arrayLength());
    }
    return ObjectInputFilter.Status.ALLOWED;
  }

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
      countOutside(part);
      return part;
    }
    state.filter().checkNotDenied(object.getClass());
    count(object);
    return guarded(object);
  }
}
