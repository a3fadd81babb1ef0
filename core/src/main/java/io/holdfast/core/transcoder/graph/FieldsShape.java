package io.holdfast.core.transcoder.graph;

import io.holdfast.core.transcoder.BareInstances;
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

  private static final BareInstances INSTANCES = new BareInstances();

  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final Constructor<?> constructor;

  /** A field, with the type that a reader assumes for its value. */
  private record Part(String name, Field field, Class<?> assumed) {}

  FieldsShape(Class<?> type) {
    constructor = INSTANCES.constructorOf(type);
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (isState(field)) {
          field.setAccessible(true);
          String name = field.getName();
          while (parts.containsKey(name)) {
            name = c.getName() + ":" + name;
          }
          parts.put(name, new Part(name, field, assumed(field.getType())));
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
    for (Part part : parts.values()) {
      Object value;
      try {
        value = part.field().get(instance);
      } catch (IllegalAccessException e) {
        throw out.state().refuse(instance.getClass(), "its field is closed: " + part.field(), e);
      }
      if (value != null) {
        out.part(part.name(), part.assumed(), value);
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
        Part part = parts.get(in.name());
        if (part == null) {
          in.skip();
        } else {
          part.field().set(instance, in.next(part.assumed()));
        }
      }
      return instance;
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw DecodeState.unreadable("class %s cannot be filled".formatted(type.getName()), e);
    }
  }
}
