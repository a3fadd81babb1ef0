package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.serializer.jdk.RecordParts;
import io.holdfast.serializer.objects.ClassMembers;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records, by their components and through their canonical constructor. Fields are read, not
 * accessors, which may show something else.
 */
final class RecordShape implements Shape {

  private final RecordParts parts;
  private final List<Field> fields;

  RecordShape(Class<?> type) {
    parts = RecordParts.of(type);
    fields = parts.fields();
  }

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    try {
      parts.check(instance);
    } catch (TranscoderException e) {
      throw out.state().refuse(instance.getClass(), String.valueOf(e.getMessage()), e);
    }
    for (Field field : fields) {
      Object value = ClassMembers.valueOf(field, instance);
      if (value != null) {
        out.part(field.getName(), FieldsShape.assumed(field.getType()), value);
      }
    }
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    ConversionShape.refuse(type, in);
    @Nullable Object[] values = parts.zeros();
    int mark = in.state().mark();
    while (in.hasNext()) {
      int i = indexOf(ConversionShape.nameOfField(type, in));
      if (i < 0) {
        in.skip();
      } else {
        Class<?> declared = fields.get(i).getType();
        values[i] = Boxed.fit(in.next(FieldsShape.assumed(declared)), declared);
      }
    }
    in.state().settle(mark);
    return parts.make(values);
  }

  private int indexOf(String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).getName().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
