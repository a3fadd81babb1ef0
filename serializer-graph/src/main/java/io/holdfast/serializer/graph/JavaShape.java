package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.TranscoderException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serializable classes that know themselves how they are written: those of the JDK without a shape
 * of their own, and application classes with methods such as {@code writeObject} or {@code
 * readResolve}. The object becomes a small Java stream, what it refers to become its parts.
 *
 * @param named the class to name in the bytes instead of that of the instance
 * @param checked whether the class of the instance is checked although it is not named
 */
record JavaShape(@Nullable Class<?> named, boolean checked) implements Shape {

  /** The class of the instance is named. */
  static final JavaShape NAMED = new JavaShape(null, false);

  /** What is written is of another class, and that of the instance may not be there to read it. */
  static final JavaShape REPLACED = new JavaShape(SerializedLambda.class, true);

  /** The class of the instance has no name, or one that is found nowhere else. */
  static JavaShape nameless(Class<?> standIn) {
    return new JavaShape(standIn, false);
  }

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public Class<?> wireClass(Object instance) {
    return named == null ? instance.getClass() : named;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    List<Object> parts;
    out.state().work().met(instance);
    if (checked) {
      out.state().check(instance.getClass());
    }
    try (NestedOutput stream = new NestedOutput(bytes, out.state(), instance)) {
      stream.writeObject(out.state().around().toWrite(instance));
      stream.finish();
      parts = stream.parts();
      if (out.state().work().mayHideTables()) {
        out.state().requireReadBack();
      }
    } catch (IOException e) {
      throw out.state().refuse(instance.getClass(), "Java serialization fails: " + e, e);
    }
    out.state().checkLength(instance, bytes.size());
    out.bytes(bytes.toByteArray());
    parts.forEach(out::part);
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    byte[] bytes = in.bytes();
    List<@Nullable Object> parts = new ArrayList<>();
    int mark = in.state().mark();
    while (in.hasNext()) {
      parts.add(in.next());
    }
    in.state().settle(mark);
    try (NestedInput stream = new NestedInput(bytes, parts, in.state())) {
      Object instance = stream.readObject();
      if (instance == null) {
        throw DecodeState.unreadable("nothing where there must be a " + type.getName(), null);
      }
      return instance;
    } catch (IOException | ClassNotFoundException e) {
      throw e.getCause() instanceof TranscoderException known
          ? known
          : DecodeState.unreadable("class %s cannot be read".formatted(type.getName()), e);
    }
  }
}
