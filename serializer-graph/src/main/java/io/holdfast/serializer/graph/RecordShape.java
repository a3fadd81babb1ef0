package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.serializer.jdk.RecordParts;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records, by their components and through their canonical constructor. Fields are read, not
 * accessors, which may show something else.
 */
final class RecordShape implements Shape {

  private final List<RecordComponent> components;
  private final List<Field> fields = new ArrayList<>();
  private final Constructor<?> constructor;

  RecordShape(Class<?> type) {
    components = List.of(type.getRecordComponents());
    try {
      for (RecordComponent component : components) {
        Field field = type.getDeclaredField(component.getName());
        field.setAccessible(true);
        fields.add(field);
      }
      constructor =
          type.getDeclaredConstructor(
              components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("record without its parts: " + type.getName(), e);
    }
    constructor.setAccessible(true);
  }

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    try {
      RecordParts.check(instance);
    } catch (TranscoderException e) {
      throw out.state().refuse(instance.getClass(), String.valueOf(e.getMessage()), e);
    }
    for (int i = 0; i < fields.size(); i++) {
      RecordComponent component = components.get(i);
      Object value;
      try {
        value = fields.get(i).get(instance);
      } catch (IllegalAccessException e) {
        throw out.state().refuse(instance.getClass(), "its field is closed: " + component, e);
      }
      if (value != null) {
        out.part(component.getName(), FieldsShape.assumed(component.getType()), value);
      }
    }
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    ConversionShape.refuse(type, in);
    @Nullable Object[] values =
        components.stream().map(c -> Array.get(Array.newInstance(c.getType(), 1), 0)).toArray();
    int mark = in.state().mark();
    while (in.hasNext()) {
      int i = indexOf(ConversionShape.nameOfField(type, in));
      if (i < 0) {
        in.skip();
      } else {
        Class<?> declared = components.get(i).getType();
        values[i] = Boxed.fit(in.next(FieldsShape.assumed(declared)), declared);
      }
    }
    in.state().settle(mark);
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw DecodeState.unreadable(
          "record %s does not accept its components".formatted(type.getName()), e);
    } catch (InstantiationException | IllegalAccessException e) {
      throw DecodeState.unreadable("record %s cannot be made".formatted(type.getName()), e);
    }
  }

  private int indexOf(String name) {
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).getName().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
