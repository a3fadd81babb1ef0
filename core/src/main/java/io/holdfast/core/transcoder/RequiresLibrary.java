package io.holdfast.core.transcoder;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the library that a converter is for, so that a message can say which jar is missing. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RequiresLibrary {

  /**
   * The artifact, as in the name of its jar, without the version.
   *
   * @return such as {@code joda-time}
   */
  String value();
}
