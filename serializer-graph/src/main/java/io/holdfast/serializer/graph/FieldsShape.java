package io.holdfast.serializer.graph;

import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.Singletons;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Application classes, by the fields of their whole hierarchy that are neither static nor
 * transient. A field that the bytes do not have keeps its zero, one that the class does not have is
 * passed over. Where a class hides a field of a class above it, both have the names of their
 * classes in the bytes: a field of that name may be gone, or another one there, when they are read.
 */
final class FieldsShape implements Shape {

  /**
   * Types whose parts need no class name. Their texts tell them apart well enough: what was a
   * number may become another number that is the same, and everything else is refused or a text.
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

  private final List<Part> parts;
  private final FieldNames<Part> names;
  private final Constructor<?> constructor;

  /** A field, with the type that a reader assumes for its value. */
  private record Part(String name, Field field, Class<?> assumed) {}

  FieldsShape(Class<?> type) {
    constructor = INSTANCES.constructorOf(type);
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (isState(field)) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    names =
        new FieldNames<>(fields, (field, name) -> new Part(name, field, assumed(field.getType())));
    parts = names.all();
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
    for (Part part : parts) {
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
      FieldNames<Part>.Met met = names.meet();
      while (in.hasNext()) {
        Part part = met.find(ConversionShape.nameOfField(type, in));
        if (part == null) {
          in.skip();
        } else {
          part.field().set(instance, Boxed.fit(in.next(part.assumed()), part.field().getType()));
        }
      }
      met.finish(type);
      return instance;
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw DecodeState.unreadable("class %s cannot be filled".formatted(type.getName()), e);
    }
  }
}
