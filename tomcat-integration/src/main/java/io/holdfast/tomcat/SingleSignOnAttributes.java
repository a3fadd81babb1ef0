package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TomcatAttributes;
import io.holdfast.tomcat.jmx.Measured;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.catalina.authenticator.SingleSignOn;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the single sign-on valve that are Holdfast's. They mean what they mean for
 * {@code <Manager>}, and those of Tomcat's own valve are there too. No value is null.
 *
 * <p>While the valve runs, all are read only, unless the value is what it was. After a stop or a
 * failed start a wrong value is refused with its attribute and what would be right, and the
 * attribute stays as it was.
 */
public abstract class SingleSignOnAttributes extends SingleSignOn implements Measured {

  /**
   * No session of an application has a key that begins like this, unless an application wants it.
   */
  private static final String KEY_PREFIX = "static:sso";

  private static final String REQUIRE_REAUTHENTICATION = "requireReauthentication";

  final GivenAttributes given = new GivenAttributes(this, settings());

  /** Only {@link MemcachedSingleSignOn} is meant to be used. */
  SingleSignOnAttributes() {
    given.set(Map.of(Setting.STICKY, "false", Setting.STORAGE_KEY_PREFIX, KEY_PREFIX));
  }

  /** {@return the settings of the valve} */
  @Override
  public final List<Setting<?>> settings() {
    return Arrays.<Setting<?>>stream(Setting.values()).filter(Setting::isOfSignOn).toList();
  }

  /**
   * Sets an attribute of Holdfast's. Another one, and a value that does not fit Tomcat's own
   * setter, is remembered, and the start fails for it.
   *
   * @param name of the attribute, as it is written in XML
   * @param value as it is written there
   * @return true: Tomcat need not warn of it
   * @throws IllegalStateException if the valve runs, and the attribute has another value
   * @throws IllegalArgumentException naming the attribute, its value and what would be right; then
   *     nothing has changed
   */
  @Override
  public final boolean setProperty(String name, String value) {
    given.take(name, value, given::set);
    return true;
  }

  /**
   * Returns the text of an attribute of Holdfast's: what was given, else the default, else an empty
   * text, without credentials in an address. A password is for Tomcat's StoreConfig, which writes
   * it where it was written; the MBean does not show it.
   *
   * @param name of the attribute, as it is written in XML
   * @return null if it is none of Holdfast's, or a password that was not given
   */
  @Override
  public final @Nullable String getProperty(String name) {
    return given.property(name);
  }

  /**
   * Takes a text for {@link #setRequireReauthentication(boolean)}, from Tomcat's digester, which
   * would take each word but {@code true} for {@code false}.
   *
   * @param value {@code true} or {@code false}
   * @throws IllegalArgumentException if it is neither, after the first start; before, that start
   *     fails for it
   */
  public final void setRequireReauthentication(String value) {
    if (given.canTake(REQUIRE_REAUTHENTICATION, value)) {
      setRequireReauthentication(TomcatAttributes.flag(REQUIRE_REAUTHENTICATION, value));
    }
  }
}
