package io.holdfast.tomcat.jmx;

import io.holdfast.sessions.runtime.RuntimeView;
import org.jspecify.annotations.Nullable;

/** A component of Tomcat's whose MBean is a {@link MeasuredMBean}. */
public interface Measured {

  /** What its MBean shows; null while the component does nothing. */
  @Nullable RuntimeView observed();
}
