package io.holdfast.benchmarks.serializers;

import io.holdfast.core.transcoder.BareInstances;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import javolution.xml.XMLFormat;
import javolution.xml.stream.XMLStreamException;

/** Fields in the order of the class: primitives as attributes, objects as elements. */
final class FieldsFormat extends XMLFormat<Object> {

  private final List<Field> primitives = new ArrayList<>();
  private final List<Field> objects = new ArrayList<>();
  private final Constructor<?> constructor;

  @SuppressWarnings("NullAway") // null makes a format that Javolution does not register
  FieldsFormat(Class<?> type) {
    super(null);
    constructor = new BareInstances().constructorOf(type);
    for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !Modifier.isTransient(field.getModifiers())) {
          field.setAccessible(true);
          (field.getType().isPrimitive() ? primitives : objects).add(field);
        }
      }
    }
  }

  @Override
  public Object newInstance(Class<Object> type, InputElement xml) {
    return BareInstances.create(constructor);
  }

  @Override
  public void write(Object object, OutputElement xml) throws XMLStreamException {
    try {
      for (Field field : primitives) {
        xml.setAttribute(field.getName(), String.valueOf(field.get(object)));
      }
      for (Field field : objects) {
        xml.add(field.get(object), field.getName());
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void read(InputElement xml, Object object) throws XMLStreamException {
    try {
      for (Field field : primitives) {
        setPrimitive(xml, object, field);
      }
      for (Field field : objects) {
        field.set(object, xml.get(field.getName()));
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void setPrimitive(InputElement xml, Object object, Field field)
      throws XMLStreamException, IllegalAccessException {
    String name = field.getName();
    if (field.getType() == int.class) {
      field.setInt(object, xml.getAttribute(name, 0));
    } else if (field.getType() == long.class) {
      field.setLong(object, xml.getAttribute(name, 0L));
    } else if (field.getType() == boolean.class) {
      field.setBoolean(object, xml.getAttribute(name, false));
    } else {
      throw new IllegalStateException("no workload has such a field: " + field);
    }
  }
}
