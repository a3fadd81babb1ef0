package io.holdfast.core.transcoder.kit;

import io.holdfast.core.transcoder.ClassFilter;

/** Class filters for tests. */
public final class Filters {

  private Filters() {}

  /** Of an application to which all classes belong that its loader or a child of it defines. */
  public static ClassFilter ofLoader(ClassLoader application, String allowedClasses) {
    return ClassFilter.create(application, type -> true, allowedClasses);
  }
}
