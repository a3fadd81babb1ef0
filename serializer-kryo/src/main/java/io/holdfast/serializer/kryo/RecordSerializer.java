package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.jdk.RecordParts;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records, component by component, by name; read through their canonical constructor. */
final class RecordSerializer extends Serializer<Object> {

  private final Class<?> type;
  private final Field[] fields;
  private final Class<?>[] types;
  private final Constructor<?> constructor;
  private final Layout layout;

  RecordSerializer(Class<?> type, boolean fixedLayout) {
    this.type = type;
    RecordComponent[] components = type.getRecordComponents();
    this.fields = new Field[components.length];
    this.types = new Class<?>[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        fields[i] = type.getDeclaredField(components[i].getName());
        fields[i].setAccessible(true);
        types[i] = components[i].getType();
      }
      constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (ReflectiveOperationException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class %s is a record without its parts".formatted(type.getName()), e);
    }
    this.layout =
        new Layout(type, new FieldNames(type, List.of(fields)), List.of(types), fixedLayout);
  }

  @Override
  public void write(Kryo kryo, Output output, Object record) {
    RecordParts.check(record);
    layout.write(output, GuardedKryo.of(kryo).graph());
    CheckedReferences references = GuardedKryo.of(kryo).references();
    references.construct(record);
    try {
      for (int i = 0; i < fields.length; i++) {
        layout.slots().get(i).write(kryo, output, fields[i].get(record));
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible field refused access", e);
    }
    references.constructed();
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> requested) {
    @Nullable Object[] values = new Object[types.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = types[i].isPrimitive() ? Array.get(Array.newInstance(types[i], 1), 0) : null;
    }
    for (Layout.Entry entry : layout.read(BoundedInput.of(input), GuardedKryo.of(kryo).graph())) {
      Object value = entry.slot().read(kryo, input);
      if (entry.index() >= 0) {
        String where = type.getName() + "." + fields[entry.index()].getName();
        values[entry.index()] = SlotKind.fit(value, types[entry.index()], where);
      }
    }
    try {
      return constructor.newInstance(values);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new TranscoderException(
          Reason.UNREADABLE, "record %s refuses its parts".formatted(type.getName()), e);
    }
  }
}
