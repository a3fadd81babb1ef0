package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URISyntaxException;

/** The texts by which values of a graph are written, if they give the values again. */
public final class ValueTexts {

  private ValueTexts() {}

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

  /**
   * Returns the text of a URI, which is all that any serializer writes of it. A relative one that
   * was not made of a text, but by {@link URI#relativize}, may have a text that says something
   * else: the path {@code re:port} reads like a scheme.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if the text does not give the
   *     URI again
   */
  public static String of(URI uri) {
    String text = uri.toString();
    if (uri.getScheme() == null && !isOf(text, uri)) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class java.net.URI whose text does not give it again");
    }
    return text;
  }

  private static boolean isOf(String text, URI uri) {
    try {
      return new URI(text).equals(uri);
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
