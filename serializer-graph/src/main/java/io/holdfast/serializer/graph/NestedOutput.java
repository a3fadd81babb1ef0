package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.serializer.jdk.HiddenParts;
import io.holdfast.serializer.jdk.ValueTexts;
import io.holdfast.serializer.objects.SafeCopies;
import io.holdfast.serializer.objects.SharedKinds;
import io.holdfast.serializer.own.UnsharedCopies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Java stream that holds one object only: what the object refers to stays a part of the graph
 * around the stream, so that references across its border keep their identity.
 */
final class NestedOutput extends ObjectOutputStream {

  private final EncodeState state;
  private final List<Object> parts = new ArrayList<>();
  private final IdentityHashMap<Object, Outside> stands = new IdentityHashMap<>();
  private final HiddenParts hidden;
  private boolean begun;
  private @Nullable TranscoderException refusal;

  NestedOutput(ByteArrayOutputStream out, EncodeState state, Object instance) throws IOException {
    super(out);
    this.state = state;
    hidden = new HiddenParts(instance, state.around());
    enableReplaceObject(true);
  }

  /** What the object refers to, in the order of {@link Outside#index}. */
  List<Object> parts() {
    return parts;
  }

  private TranscoderException remembered(TranscoderException e) {
    if (refusal == null) {
      refusal = e;
    }
    return e;
  }

  /**
   * Ends the object.
   *
   * @throws TranscoderException if one was thrown before, even if the application caught it
   */
  void finish() {
    if (refusal != null) {
      throw refusal;
    }
    hidden.finish(begun, stands.keySet());
  }

  private void check(Class<?> type) {
    try {
      state.check(type);
    } catch (TranscoderException e) {
      throw remembered(e);
    }
  }

  /** What is left outside would be shared again. */
  @Override
  public void writeUnshared(@Nullable Object object) throws IOException {
    super.writeUnshared(UnsharedCopies.of(object));
  }

  @Override
  protected Object replaceObject(Object object) {
    try {
      return replaced(object);
    } catch (TranscoderException e) {
      throw remembered(e);
    }
  }

  private Object replaced(Object object) {
    state.work().met(object);
    if (!begun) {
      begun = true;
      state.work().memory().made(object);
      Object copy = SafeCopies.copy(object, state.copiesCollections());
      hidden.written(copy);
      return copy;
    }
    Object original = hidden.original(object);
    if (original != null) {
      return outside(original);
    }
    if (staysInside(object) && !hidden.isShown(object)) {
      if (object instanceof URI uri) {
        String unused = ValueTexts.of(uri);
      }
      state.work().memory().made(object);
      hidden.written(object);
      return object;
    }
    return outside(object);
  }

  private Outside outside(Object object) {
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
      check(type);
    }
  }

  @Override
  protected void annotateProxyClass(Class<?> type) {
    for (Class<?> face : type.getInterfaces()) {
      check(face);
    }
  }

  /** Values stay, as does what a class of the JDK keeps for itself. */
  private static boolean staysInside(Object object) {
    Class<?> type = object.getClass();
    if (!(object instanceof Serializable) || SharedKinds.include(type)) {
      return false;
    }
    Shape shape = Shapes.of(type);
    return !shape.isValue() || shape.wireClass(object) == type;
  }
}
