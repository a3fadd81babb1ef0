package io.holdfast.core.transcoder.filter;

/**
 * Tells which classes belong to an application itself, and not to a library that it brings along.
 * {@code ClassFilter} allows them without being told; the answer for a class must always be the
 * same.
 */
@FunctionalInterface
public interface ApplicationClasses {

  /** For an application whose classes are unknown: {@code allowedClasses} has to name them. */
  ApplicationClasses NONE = type -> false;

  /**
   * Returns whether a class belongs to the application.
   *
   * @param type neither an array nor of the JDK; its loader is that of the application or a child
   *     of it
   * @return the same for a class each time
   */
  boolean contains(Class<?> type);
}
