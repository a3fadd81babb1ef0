package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Takes the value of one field to its place in the bytes and back. */
final class FieldAccess {

  private final Field field;
  private final Class<?> type;
  private final Slot slot;

  /**
   * Creates the access.
   *
   * @param field accessible
   */
  FieldAccess(Field field, Slot slot) {
    this.field = field;
    this.type = field.getType();
    this.slot = slot;
  }

  void write(Kryo kryo, Output output, Object object) {
    try {
      switch (slot.kind()) {
        case BOOLEAN -> output.writeBoolean(field.getBoolean(object));
        case INT -> output.writeVarInt(field.getInt(object), false);
        case LONG -> output.writeVarLong(field.getLong(object), false);
        default -> slot.write(kryo, output, field.get(object));
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible field refused access", e);
    }
  }

  /** Reads what {@link #write} wrote. */
  void read(Kryo kryo, Input input, Object object) {
    try {
      switch (slot.kind()) {
        case BOOLEAN -> field.setBoolean(object, input.readBoolean());
        case INT -> field.setInt(object, input.readVarInt(false));
        case LONG -> field.setLong(object, input.readVarLong(false));
        default -> set(object, slot.read(kryo, input));
      }
    } catch (IllegalAccessException e) {
      throw closed(e);
    }
  }

  /** Sets a value that may have been written for another type of field. */
  void set(Object object, @Nullable Object value) {
    try {
      field.set(object, type.isInstance(value) ? value : fitted(value));
    } catch (IllegalAccessException e) {
      throw closed(e);
    }
  }

  private @Nullable Object fitted(@Nullable Object value) {
    return SlotKind.fit(value, type, field.getDeclaringClass().getName() + "." + field.getName());
  }

  private TranscoderException closed(IllegalAccessException e) {
    return new TranscoderException(Reason.UNREADABLE, "field %s cannot be set".formatted(field), e);
  }
}
