package io.holdfast.core.transcoder.graph;

import io.holdfast.core.transcoder.SafeCopies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Java stream that holds one object only: what the object refers to stays a part of the graph
 * around the stream, so that references across its border keep their identity.
 */
final class NestedOutput extends ObjectOutputStream {

  private final EncodeState state;
  private final boolean jdkRoot;
  private final List<Object> parts = new ArrayList<>();
  private final IdentityHashMap<Object, Outside> stands = new IdentityHashMap<>();
  private boolean begun;

  NestedOutput(ByteArrayOutputStream out, Object root, EncodeState state) throws IOException {
    super(out);
    this.state = state;
    this.jdkRoot = Shapes.isJdk(root.getClass());
    enableReplaceObject(true);
  }

  /** What the object refers to, in the order of {@link Outside#index}. */
  List<Object> parts() {
    return parts;
  }

  @Override
  protected Object replaceObject(Object object) {
    state.work().met(object);
    if (!begun) {
      begun = true;
      return SafeCopies.copy(object, state.copiesCollections());
    }
    if (staysInside(object)) {
      return object;
    }
    return stands.computeIfAbsent(
        object,
        o -> {
          parts.add(o);
          return new Outside(parts.size() - 1);
        });
  }

  /** A flag before each class saves naming {@link Outside} in every stream. */
  @Override
  protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
    boolean outside = description.forClass() == Outside.class;
    writeBoolean(outside);
    if (!outside) {
      super.writeClassDescriptor(description);
    }
  }

  @Override
  protected void annotateClass(Class<?> type) {
    if (type != Outside.class) {
      state.check(type);
    }
  }

  @Override
  protected void annotateProxyClass(Class<?> type) {
    for (Class<?> face : type.getInterfaces()) {
      state.check(face);
    }
  }

  private static boolean isShareable(Object object) {
    return object instanceof Collection
        || object instanceof Map
        || object instanceof Map.Entry
        || object instanceof Calendar
        || object instanceof Throwable;
  }

  /** Values stay, as does what a class of the JDK keeps for itself. */
  private boolean staysInside(Object object) {
    Class<?> type = object.getClass();
    if (object instanceof StackTraceElement || object instanceof StackTraceElement[]) {
      return true;
    }
    Shape shape = Shapes.of(type);
    if (shape.isValue()) {
      return object instanceof Serializable && shape.wireClass(object) == type;
    }
    if (!jdkRoot) {
      return false;
    }
    return type.isArray()
        ? type.getComponentType().isPrimitive()
        : shape instanceof JavaShape && Shapes.isJdk(type) && !isShareable(object);
  }
}
