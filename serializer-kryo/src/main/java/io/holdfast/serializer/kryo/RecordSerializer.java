package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.jdk.RecordParts;
import io.holdfast.serializer.objects.ClassMembers;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records, component by component, by name; read through their canonical constructor. */
final class RecordSerializer extends Serializer<Object> {

  private final Class<?> type;
  private final RecordParts parts;
  private final List<Field> fields;
  private final Layout layout;

  RecordSerializer(Class<?> type, boolean fixedLayout) {
    this.type = type;
    this.parts = RecordParts.of(type);
    this.fields = parts.fields();
    List<Class<?>> types = fields.stream().<Class<?>>map(Field::getType).toList();
    this.layout = new Layout(type, new FieldNames(type, fields), types, fixedLayout);
  }

  @Override
  public void write(Kryo kryo, Output output, Object record) {
    parts.check(record);
    layout.write(output, GuardedKryo.of(kryo).graph());
    CheckedReferences references = GuardedKryo.of(kryo).references();
    references.construct(record);
    for (int i = 0; i < fields.size(); i++) {
      layout.slots().get(i).write(kryo, output, ClassMembers.valueOf(fields.get(i), record));
    }
    references.constructed();
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> requested) {
    @Nullable Object[] values = parts.zeros();
    for (Layout.Entry entry : layout.read(BoundedInput.of(input), GuardedKryo.of(kryo).graph())) {
      Object value = entry.slot().read(kryo, input);
      if (entry.index() >= 0) {
        Field field = fields.get(entry.index());
        String where = type.getName() + "." + field.getName();
        values[entry.index()] = SlotKind.fit(value, field.getType(), where);
      }
    }
    return parts.make(values);
  }
}
