package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TomcatAttributes;
import io.holdfast.tomcat.jmx.Measured;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of {@code <Manager>}: one for each {@link Setting}, and those of Tomcat's own
 * whose wrong values Tomcat would pass over.
 *
 * <p>Holdfast's are text: the start checks all values together and says what is wrong. They have no
 * setters: Tomcat's digester hands what has none to {@link #setProperty}, and the MBean does the
 * same.
 *
 * <p>While the manager runs, what concerns the nodes may be changed and takes effect at once; of
 * the others only the value that they have is taken. After a stop or a failed start a wrong value
 * is refused with its attribute and what would be right, and the attribute stays as it was.
 */
public abstract class ManagerAttributes extends ManagerBase implements Measured {

  final GivenAttributes given = new GivenAttributes(this, settings());

  /** Only {@link MemcachedSessionManager} is meant to be used. */
  ManagerAttributes() {}

  /**
   * Changes what concerns the nodes, in one step; while sessions are served, at once.
   *
   * @throws IllegalArgumentException naming the attribute that is wrong, its value and what would
   *     be right; then nothing has changed
   */
  abstract void change(Map<Setting<?>, String> changes);

  /** {@return the settings of the manager, which are all there are} */
  @Override
  public final List<Setting<?>> settings() {
    return List.of(Setting.values());
  }

  /**
   * Sets an attribute of Holdfast's. Another one, and a value that does not fit Tomcat's own
   * setter, is remembered, and the start fails for it.
   *
   * @param name of the attribute, as it is written in XML
   * @param value as it is written there
   * @return true: Tomcat need not warn of it
   * @throws IllegalStateException if the manager runs, and the attribute cannot change then
   * @throws IllegalArgumentException naming the attribute, its value and what would be right; then
   *     nothing has changed
   */
  @Override
  public final boolean setProperty(String name, String value) {
    given.take(name, value, this::change);
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
   * Returns the text of an attribute as it takes effect, for the MBean. Sticky sessions give up
   * their objects only if {@code maxIdleDecoded} or {@code idleOffload} is set.
   *
   * @param setting which one
   * @return as {@link #getProperty}, which Tomcat's StoreConfig compares with the defaults
   */
  @Override
  public final @Nullable String inEffect(Setting<?> setting) {
    return given.inEffect(setting);
  }

  // ---- attributes of Tomcat's own whose wrong values Tomcat would pass over ----

  /**
   * Sets which attributes are stored, by their names.
   *
   * @param filter a regular expression for the whole name; null or empty, for all, unless set
   * @throws IllegalArgumentException if it is none, after the first start; before, that start fails
   *     for it. Both name the attribute, its value and what would be right.
   */
  @Override
  public void setSessionAttributeNameFilter(@Nullable String filter) {
    if (canTake("sessionAttributeNameFilter", filter)) {
      super.setSessionAttributeNameFilter(filter);
    }
  }

  /**
   * Sets which attributes are stored, by the names of their classes.
   *
   * @param filter as of {@link #setSessionAttributeNameFilter}, for the name of a class
   * @throws IllegalArgumentException as there
   */
  @Override
  public void setSessionAttributeValueClassNameFilter(@Nullable String filter) {
    if (canTake("sessionAttributeValueClassNameFilter", filter)) {
      super.setSessionAttributeValueClassNameFilter(filter);
    }
  }

  /**
   * Sets how many sessions this Tomcat may have.
   *
   * @param most -1 for any number; that unless set
   */
  @Override
  public void setMaxActiveSessions(int most) {
    if (canTake("maxActiveSessions", String.valueOf(most))) {
      super.setMaxActiveSessions(most);
    }
  }

  /**
   * Sets at how many calls of {@link #backgroundProcess} sessions are looked for whose time is up.
   *
   * @param frequency 1 for each call; 6 unless set
   * @throws IllegalArgumentException if it is less than 1, after the first start; before, that
   *     start fails for it
   */
  @Override
  public void setProcessExpiresFrequency(int frequency) {
    if (canTake("processExpiresFrequency", String.valueOf(frequency))) {
      super.setProcessExpiresFrequency(frequency);
    }
  }

  /**
   * Takes a text for {@link #setPersistAuthentication(boolean)}, from Tomcat's digester.
   *
   * @param value {@code true} or {@code false}
   * @throws IllegalArgumentException if it is neither, after the first start; before, that start
   *     fails for it
   */
  public void setPersistAuthentication(String value) {
    takeFlag("persistAuthentication", value, this::setPersistAuthentication);
  }

  /**
   * Takes a text for {@link #setNotifyAttributeListenerOnUnchangedValue(boolean)}, from Tomcat's
   * digester.
   *
   * @param value {@code true} or {@code false}
   * @throws IllegalArgumentException if it is neither, after the first start; before, that start
   *     fails for it
   */
  public void setNotifyAttributeListenerOnUnchangedValue(String value) {
    takeFlag(
        "notifyAttributeListenerOnUnchangedValue",
        value,
        this::setNotifyAttributeListenerOnUnchangedValue);
  }

  /**
   * Takes a text for {@link #setNotifyBindingListenerOnUnchangedValue(boolean)}, from Tomcat's
   * digester.
   *
   * @param value {@code true} or {@code false}
   * @throws IllegalArgumentException if it is neither, after the first start; before, that start
   *     fails for it
   */
  public void setNotifyBindingListenerOnUnchangedValue(String value) {
    takeFlag(
        "notifyBindingListenerOnUnchangedValue",
        value,
        this::setNotifyBindingListenerOnUnchangedValue);
  }

  /**
   * Takes a text for {@link #setThrowOnFailure(boolean)}, from Tomcat's digester.
   *
   * @param value {@code true} or {@code false}
   * @throws IllegalArgumentException if it is neither, after the first start; before, that start
   *     fails for it
   */
  public void setThrowOnFailure(String value) {
    takeFlag("throwOnFailure", value, this::setThrowOnFailure);
  }

  /**
   * Takes a text for {@link #setWarnOnSessionAttributeFilterFailure(boolean)}, from Tomcat's
   * digester.
   *
   * @param value {@code true} or {@code false}
   * @throws IllegalArgumentException if it is neither, after the first start; before, that start
   *     fails for it
   */
  public void setWarnOnSessionAttributeFilterFailure(String value) {
    takeFlag(
        "warnOnSessionAttributeFilterFailure", value, this::setWarnOnSessionAttributeFilterFailure);
  }

  private void takeFlag(String name, String value, Consumer<Boolean> setter) {
    if (canTake(name, value)) {
      setter.accept(TomcatAttributes.flag(name, value));
    }
  }

  /**
   * Returns whether an attribute of Tomcat's own can have a value. Before the first start one that
   * is wrong is remembered, and the start fails for it.
   *
   * @throws IllegalArgumentException if it is wrong, later
   */
  private boolean canTake(String name, @Nullable String value) {
    return given == null // while ManagerBase's constructor sets what a security manager needs
        || given.canTake(name, value);
  }
}
