package io.holdfast.serializer.own;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls the code of an application, and throws what it throws. */
final class Invocation {

  private Invocation() {}

  static @Nullable Object of(Method method, Object object, Object... arguments) throws IOException {
    try {
      return method.invoke(object, arguments);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible method refused access: " + method, e);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      if (cause instanceof RuntimeException known) {
        throw known;
      }
      if (cause instanceof Error known) {
        throw known;
      }
      if (cause instanceof IOException known) {
        throw known;
      }
      InvalidObjectException other = new InvalidObjectException(String.valueOf(cause));
      other.initCause(cause);
      throw other;
    }
  }
}
