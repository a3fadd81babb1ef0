package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import java.util.Arrays;
import org.apache.catalina.session.ManagerBase;

/** What the JDK's Introspector finds by its name: the properties of {@link ManagerAttributes}. */
public final class ManagerAttributesBeanInfo extends SettingDescriptor.OfComponent {

  /** For the Introspector. */
  public ManagerAttributesBeanInfo() {
    super(ManagerBase.class, Arrays.stream(Setting.values()));
  }
}
