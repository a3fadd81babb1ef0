package io.holdfast.serializer.objects;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;

/**
 * Creates objects without running a constructor of the application, as JDK serialization does: with
 * {@code sun.reflect.ReflectionFactory} of the module {@code jdk.unsupported}, which needs no flag
 * and gives no warning. It is called by name because compilers warn of it.
 */
public final class BareInstances {

  private final MethodHandle newConstructor;
  private final Constructor<Object> root;

  /** To make one costs a generated class, so that each is kept, with its class. */
  private final ClassValue<Constructor<?>> constructors =
      ClassMembers.known(this::newConstructorOf);

  /**
   * Creates the maker.
   *
   * @throws TranscoderException with reason {@link Reason#UNUSABLE} if this JVM has no such module
   */
  public BareInstances() {
    try {
      Class<?> type = Class.forName("sun.reflect.ReflectionFactory");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Object factory =
          lookup.findStatic(type, "getReflectionFactory", MethodType.methodType(type)).invoke();
      newConstructor =
          lookup
              .findVirtual(
                  type,
                  "newConstructorForSerialization",
                  MethodType.methodType(Constructor.class, Class.class, Constructor.class))
              .bindTo(factory);
      root = Object.class.getConstructor();
    } catch (Throwable e) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "this JVM lacks the module jdk.unsupported; add it to the runtime image, or choose"
              + " transcoderFactoryClass=\"java\"",
          e);
    }
  }

  /**
   * Returns a constructor that creates objects of the class with all fields zero.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if it can have no objects
   */
  public Constructor<?> constructorOf(Class<?> type) {
    return constructors.get(type);
  }

  private Constructor<?> newConstructorOf(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers()) || type.isArray() || type.isPrimitive()) {
      throw new TranscoderException(
          Reason.UNREADABLE, "class %s has no instances".formatted(type.getName()));
    }
    try {
      return (Constructor<?>) newConstructor.invoke(type, root);
    } catch (Throwable e) {
      throw new TranscoderException(
          Reason.UNUSABLE, "class %s cannot be instantiated".formatted(type.getName()), e);
    }
  }

  /** Creates an object with a constructor from {@link #constructorOf}. */
  public static Object create(Constructor<?> constructor) {
    try {
      return constructor.newInstance();
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "class %s cannot be instantiated".formatted(constructor.getDeclaringClass().getName()),
          e);
    }
  }
}
