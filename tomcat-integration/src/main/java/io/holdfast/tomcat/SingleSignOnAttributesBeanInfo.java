package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import java.util.Arrays;
import org.apache.catalina.authenticator.SingleSignOn;

/**
 * What the JDK's Introspector finds by its name: the properties of {@link SingleSignOnAttributes}.
 */
public final class SingleSignOnAttributesBeanInfo extends SettingDescriptor.OfComponent {

  /** For the Introspector. */
  public SingleSignOnAttributesBeanInfo() {
    super(
        SingleSignOn.class,
        Arrays.<Setting<?>>stream(Setting.values()).filter(Setting::isOfSignOn));
  }
}
