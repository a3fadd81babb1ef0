package io.holdfast.serializer.graph;

import io.holdfast.serializer.jdk.ScopedProxies;
import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.LostFields;
import io.holdfast.serializer.own.OwnForm;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;

/**
 * Finds the {@link Shape} of a class.
 *
 * <p>The choice depends on the class alone, in particular on whether it is in a named module, and
 * never on what a JVM flag opens: all nodes must choose alike.
 */
public final class Shapes {

  /** Kept with the class itself, so that it goes with its loader. */
  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return choose(type);
        }
      };

  /** Classes of the JDK whose fields are all caches, so that a subclass can go without them. */
  private static final Set<String> STATELESS =
      Set.of(
          "java.lang.Object",
          "java.lang.Number",
          "java.util.AbstractCollection",
          "java.util.AbstractList",
          "java.util.AbstractMap",
          "java.util.AbstractQueue",
          "java.util.AbstractSequentialList",
          "java.util.AbstractSet");

  private Shapes() {}

  /** The shape of a class; one that refuses to write if instances could not be read again. */
  public static Shape of(Class<?> type) {
    return SHAPES.get(type);
  }

  static boolean isJdk(Class<?> type) {
    return type.getModule().isNamed();
  }

  private static Shape choose(Class<?> type) {
    Shape known = JdkShapes.find(type);
    if (known != null) {
      return known;
    }
    if (type.isArray()) {
      Class<?> component = type.getComponentType();
      return component.isPrimitive() ? PrimitiveArrayShape.of(component) : new ArrayShape();
    }
    if (ScopedProxies.isFace(type) || ScopedProxies.faceOf(type) != null) {
      return new ScopedProxyShape();
    }
    if (Enum.class.isAssignableFrom(type)) {
      return new EnumShape();
    }
    boolean serializable = Serializable.class.isAssignableFrom(type);
    if (Proxy.isProxyClass(type)) {
      return JavaShape.nameless(Proxy.class);
    }
    if (type.isHidden()) {
      return serializable
          ? JavaShape.nameless(SerializedLambda.class)
          : new RefusedShape("it is a lambda or hidden class that is not serializable");
    }
    if (type == Proxy.class) {
      return JavaShape.NAMED;
    }
    if (OwnForm.fits(type)) {
      return FormShape.FORM;
    }
    if (serializable && (isJdk(type) || hasOwnForm(type))) {
      return !isJdk(type) && ClassMembers.isReplaced(type) ? JavaShape.REPLACED : JavaShape.NAMED;
    }
    if (isJdk(type)) {
      return new RefusedShape("it is a class of the JDK that is not serializable");
    }
    if (type.isRecord()) {
      return new RecordShape(type);
    }
    String lost = LostFields.of(type);
    if (lost != null) {
      return new RefusedShape(lost);
    }
    Class<?> base = jdkBase(type);
    if (STATELESS.contains(base.getName()) || isWithoutFields(base)) {
      return Modifier.isAbstract(type.getModifiers())
          ? new RefusedShape("it is an interface or an abstract class, which has no instances")
          : new FieldsShape(type);
    }
    return serializable
        ? JavaShape.NAMED
        : new RefusedShape("it extends %s without being serializable".formatted(base.getName()));
  }

  /**
   * Returns whether the class or one above it says how it is written or what is made of it when
   * read.
   */
  private static boolean hasOwnForm(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return true;
    }
    for (Class<?> c = type; c != null && Serializable.class.isAssignableFrom(c); c = superOf(c)) {
      if (declares(c, "writeObject", ObjectOutputStream.class)
          || declares(c, "readObject", ObjectInputStream.class)
          || declares(c, "readObjectNoData")
          || declares(c, "writeReplace")
          || declares(c, "readResolve")
          || hasPersistentFields(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean declares(Class<?> type, String name, Class<?>... parameters) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(
            m -> m.getName().equals(name) && Arrays.equals(m.getParameterTypes(), parameters));
  }

  private static boolean hasPersistentFields(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .anyMatch(
            f ->
                f.getName().equals("serialPersistentFields")
                    && f.getType() == ObjectStreamField[].class);
  }

  private static Class<?> jdkBase(Class<?> type) {
    Class<?> base = type;
    while (!isJdk(base)) {
      base = superOf(base);
    }
    return base;
  }

  private static Class<?> superOf(Class<?> type) {
    Class<?> above = type.getSuperclass();
    return above == null ? Object.class : above;
  }

  /** The fields of classes in {@code java.lang} are partly hidden from reflection. */
  private static boolean isWithoutFields(Class<?> base) {
    if (base.getPackageName().startsWith("java.lang")) {
      return false;
    }
    for (Class<?> c = base; c != Object.class; c = superOf(c)) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          return false;
        }
      }
    }
    return true;
  }
}
