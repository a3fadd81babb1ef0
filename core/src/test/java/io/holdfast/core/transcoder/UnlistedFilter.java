package io.holdfast.core.transcoder;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.transcoder.filter.ApplicationClasses;

/** A filter without the list of known attacks, which must not be what stops the next attack. */
public final class UnlistedFilter {

  private UnlistedFilter() {}

  /** As {@link ClassFilter#create}. */
  public static ClassFilter create(
      ClassLoader application, ApplicationClasses own, String allowedClasses) {
    return ClassFilter.create(
        application, own, allowedClasses, name -> false, Loggers.of(UnlistedFilter.class));
  }
}
