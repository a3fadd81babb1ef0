package io.holdfast.core.transcoder.graph;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;

/**
 * Makes constructors that run none of the class's own code. The factory is that of the module
 * {@code jdk.unsupported}, which needs no flag and gives no warning; the compiler, however, warns
 * of its name, so that it is found by name.
 */
final class Instances {

  private static final MethodHandle NEW_CONSTRUCTOR = find();

  private Instances() {}

  static Constructor<?> constructorFor(Class<?> type) {
    try {
      Constructor<?> nothing = Object.class.getDeclaredConstructor();
      return (Constructor<?>) NEW_CONSTRUCTOR.invoke(type, nothing);
    } catch (Throwable e) {
      throw new IllegalStateException("no instances can be made of " + type.getName(), e);
    }
  }

  private static MethodHandle find() {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Object instance =
          lookup
              .findStatic(factory, "getReflectionFactory", MethodType.methodType(factory))
              .invoke();
      return lookup
          .findVirtual(
              factory,
              "newConstructorForSerialization",
              MethodType.methodType(Constructor.class, Class.class, Constructor.class))
          .bindTo(instance);
    } catch (Throwable e) {
      throw new IllegalStateException("the module jdk.unsupported is missing", e);
    }
  }
}
