package io.holdfast.tomcat.jmx;

import io.holdfast.core.config.Setting;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A component of Tomcat's whose MBean is a {@link MeasuredMBean}. */
public interface Measured {

  /** What its MBean shows; null while the component does nothing. */
  @Nullable RuntimeView observed();

  /** The attributes of Holdfast's that it has. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /** The text of such an attribute; null for any other. */
  default @Nullable String getProperty(String name) {
    return null;
  }

  /** The same as it takes effect beside the others. */
  default @Nullable String inEffect(Setting<?> setting) {
    return getProperty(setting.attribute());
  }

  /** Sets such an attribute; false for any other, if those are not remembered. */
  default boolean setProperty(String name, String value) {
    return false;
  }
}
