package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.jdk.ExactNumbers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the value of a field is written. The codes are part of the format. */
enum SlotKind {
  OBJECT(0, Object.class),
  BOOLEAN(1, Boolean.class),
  BYTE(2, Byte.class),
  SHORT(3, Short.class),
  CHAR(4, Character.class),
  INT(5, Integer.class),
  LONG(6, Long.class),
  FLOAT(7, Float.class),
  DOUBLE(8, Double.class),
  TEXT(9, String.class);

  /** By code. */
  private static final SlotKind[] ALL = values();

  private static final Map<Class<?>, SlotKind> BY_TYPE =
      Map.of(
          String.class, TEXT,
          boolean.class, BOOLEAN,
          byte.class, BYTE,
          short.class, SHORT,
          char.class, CHAR,
          int.class, INT,
          long.class, LONG,
          float.class, FLOAT,
          double.class, DOUBLE);

  private final Class<?> boxed;

  private final int code;

  SlotKind(int code, Class<?> boxed) {
    this.code = code;
    this.boxed = boxed;
  }

  int code() {
    return code;
  }

  static SlotKind of(Class<?> declared) {
    return BY_TYPE.getOrDefault(declared, OBJECT);
  }

  static SlotKind read(Input input) {
    int code = input.readByte();
    if (code < 0 || code >= ALL.length) {
      throw new TranscoderException(Reason.UNREADABLE, "no such kind of field: " + code);
    }
    return ALL[code];
  }

  void write(Kryo kryo, Output output, @Nullable Object value) {
    switch (this) {
      case OBJECT -> kryo.writeClassAndObject(output, value);
      case BOOLEAN -> output.writeBoolean((Boolean) present(value));
      case BYTE -> output.writeByte((Byte) present(value));
      case SHORT -> output.writeShort((Short) present(value));
      case CHAR -> output.writeChar((Character) present(value));
      case INT -> output.writeVarInt((Integer) present(value), false);
      case LONG -> output.writeVarLong((Long) present(value), false);
      case FLOAT -> output.writeFloat((Float) present(value));
      case DOUBLE -> output.writeDouble((Double) present(value));
      case TEXT -> GuardedKryo.of(kryo).writeExact(output, String.class, value);
    }
  }

  private static Object present(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("a primitive has a value");
    }
    return value;
  }

  @Nullable Object read(Kryo kryo, Input input) {
    return switch (this) {
      case OBJECT -> kryo.readClassAndObject(input);
      case BOOLEAN -> input.readBoolean();
      case BYTE -> input.readByte();
      case SHORT -> input.readShort();
      case CHAR -> input.readChar();
      case INT -> input.readVarInt(false);
      case LONG -> input.readVarLong(false);
      case FLOAT -> input.readFloat();
      case DOUBLE -> input.readDouble();
      case TEXT -> GuardedKryo.of(kryo).readExact(input, String.class);
    };
  }

  /**
   * Fits a value to a declared type that may have changed since it was written: as it is, boxed or
   * unboxed, or the same number in another type.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if it does not fit
   */
  static @Nullable Object fit(@Nullable Object value, Class<?> declared, String where) {
    if (value == null && !declared.isPrimitive()) {
      return null;
    }
    Class<?> target = declared.isPrimitive() ? of(declared).boxed : declared;
    if (target.isInstance(value)) {
      return value;
    }
    Object fitting = ExactNumbers.fit(value, target);
    if (fitting == null) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "%s is a %s now, but a %s was stored"
              .formatted(
                  where, declared.getName(), value == null ? null : value.getClass().getName()));
    }
    return fitting;
  }
}
