package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Proxy;

/** The names by which classes are written that are values of a graph. */
public final class ClassTexts {

  private ClassTexts() {}

  /**
   * Returns the name of a class.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if only this JVM has a class
   *     of that name, which it made itself, so that another would not find it or find another one
   */
  public static String of(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    if (Proxy.isProxyClass(element) || element.isHidden()) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s is a value here, and was made by this JVM: no other has it under that name"
              .formatted(type.getName()));
    }
    return type.getName();
  }
}
