package io.holdfast.core.transcoder.filter;

/**
 * Tells which classes belong to an application itself, and not to a library that it brings along.
 * {@code ClassFilter} allows them without being told; the answer for a class must always be the
 * same.
 */
@FunctionalInterface
public interface ApplicationClasses {

  /**
   * Of an application of which nothing is known: {@code allowedClasses} has to name its classes.
   */
  ApplicationClasses NONE = type -> false;

  /** Whether the class, which is neither an array nor of the JDK, belongs to the application. */
  boolean contains(Class<?> type);
}
