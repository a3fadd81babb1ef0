package io.holdfast.serializer.javolution;

import java.util.Map;
import javolution.xml.XMLFormat;

/**
 * The user's formats for classes that the built-in ones do not serve. A class named in {@code
 * customConverter} implements this and has a public constructor without parameters.
 */
public interface JavolutionCustomizer {

  /**
   * The formats by the class whose instances they write and read; subclasses are not included.
   * Create them with {@code super(null)}: a format that names its class to the constructor is
   * registered by Javolution for the whole JVM and keeps the application's classes alive.
   *
   * @return asked for once, when the application starts
   */
  Map<Class<?>, XMLFormat<?>> formats();
}
