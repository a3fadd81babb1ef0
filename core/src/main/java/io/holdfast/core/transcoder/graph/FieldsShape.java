package io.holdfast.core.transcoder.graph;

import io.holdfast.core.transcoder.Singletons;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Application classes, by the fields of their whole hierarchy that are neither static nor
 * transient. A field that the bytes do not have keeps its zero, one that the class does not have is
 * passed over.
 */
final class FieldsShape implements Shape {

  /**
   * Types whose parts need no class name. Their texts tell them apart well enough: what was a
   * number may become a wider number, and everything else is refused or a text.
   */
  private static final Set<Class<?>> UNNAMED =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class);

  private final Map<String, Field> fields = new LinkedHashMap<>();
  private final Constructor<?> constructor;

  FieldsShape(Class<?> type) {
    constructor = Instances.constructorFor(type);
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (isState(field)) {
          field.setAccessible(true);
          String name = field.getName();
          while (fields.containsKey(name)) {
            name = c.getName() + ":" + name;
          }
          fields.put(name, field);
        }
      }
    }
  }

  static boolean isState(Field field) {
    return !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers());
  }

  /** The type a reader assumes for a part of a declared type. */
  static Class<?> assumed(Class<?> declared) {
    return (declared.isPrimitive() && declared != char.class) || UNNAMED.contains(declared)
        ? declared
        : Object.class;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    for (Map.Entry<String, Field> entry : fields.entrySet()) {
      Field field = entry.getValue();
      Object value;
      try {
        value = field.get(instance);
      } catch (IllegalAccessException e) {
        throw out.state().refuse(instance.getClass(), "its field is closed: " + field, e);
      }
      if (value != null) {
        out.part(entry.getKey(), assumed(field.getType()), value);
      }
    }
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    ConversionShape.refuse(type, in);
    try {
      Object single = Singletons.of(type);
      Object instance = single == null ? constructor.newInstance() : single;
      in.announce(instance);
      while (in.hasNext()) {
        Field field = fields.get(in.name());
        if (field == null) {
          in.skip();
        } else {
          field.set(instance, in.next(assumed(field.getType())));
        }
      }
      return instance;
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw DecodeState.unreadable("class %s cannot be filled".formatted(type.getName()), e);
    }
  }
}
