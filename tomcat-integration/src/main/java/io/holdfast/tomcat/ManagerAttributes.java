package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import io.holdfast.tomcat.jmx.Measured;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of {@code <Manager>} that are Holdfast's: one for each {@link Setting}.
 *
 * <p>All are text: the start checks all values together and says what is wrong. They have no
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
   * Takes other nodes into use, if sessions are served.
   *
   * @param attributes all attributes as they would be then
   * @return false if none are served; then nothing has happened
   * @throws IllegalArgumentException naming the attribute that is wrong, its value and what would
   *     be right; then nothing has changed
   */
  abstract boolean useNodes(Map<Setting<?>, String> attributes);

  /** Changes what concerns the nodes, in one step; while sessions are served, at once. */
  final synchronized void change(Map<Setting<?>, String> changes) {
    if (useNodes(given.with(changes))) {
      given.took(changes);
    } else {
      given.set(changes);
    }
  }

  /** {@return the settings of the manager, which are all there are} */
  @Override
  public final Stream<Setting<?>> settings() {
    return Arrays.stream(Setting.values());
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
   * Returns whether an attribute of Tomcat's own can have a value. Before the first start one that
   * is wrong is remembered, and the start fails for it.
   *
   * @throws IllegalArgumentException if it is wrong, later
   */
  final boolean canTake(String name, @Nullable String value) {
    return given == null // while ManagerBase's constructor sets what a security manager needs
        || given.canTake(name, value);
  }
}
