package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Configures a {@link MemcachedSessionManager} for a Tomcat that is embedded in a program.
 *
 * <pre>{@code
 * context.setManager(
 *     MemcachedSessionManager.builder()
 *         .memcachedNodes("n1:cache1:11211", "n2:cache2:11211")
 *         .transcoderFactoryClass("kryo")
 *         .allowedClasses("com.acme.shop.**")
 *         .set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(500))
 *         .build());
 * }</pre>
 *
 * <p>{@link #set} takes each attribute of {@code <Manager>} that is Holdfast's; what most programs
 * need has a method of its own. What is not called keeps the attribute's default, and a second call
 * replaces the first. None takes null, and none checks its value: {@link #build} does. Tomcat's own
 * attributes are set at the manager that was built, for example {@code setMaxActiveSessions}.
 *
 * <p>In one thing an embedded Tomcat differs: the program's classes belong to no web application,
 * so that those whose objects are in sessions must be named by {@link #allowedClasses}.
 */
public final class ManagerBuilder {

  final Map<Setting<?>, String> values = new TreeMap<>();
  private @Nullable TranscoderFactory transcoderFactory;

  ManagerBuilder() {}

  /**
   * Makes a manager for one context.
   *
   * @return a new manager at each call, not started; the context starts it
   * @throws ConfigurationException naming each attribute that is wrong, its value and what would be
   *     right. What only the running application can tell, such as a serializer whose jar is
   *     missing, stops the start of the context, and the log has such a message.
   */
  public MemcachedSessionManager build() {
    var unused = ConfigurationParser.parseIfEnabled(values, List.of());
    MemcachedSessionManager manager = new MemcachedSessionManager();
    manager.given.took(values);
    manager.transcodeWith(transcoderFactory);
    return manager;
  }

  /**
   * Sets an attribute.
   *
   * @param <T> the type of its values
   * @param setting which one
   * @param value not null; a negative time stands for no limit where {@code -1} does in XML
   * @return this builder
   */
  public <T> ManagerBuilder set(Setting<T> setting, T value) {
    return attribute(setting, setting.write(value));
  }

  /**
   * Sets an attribute to the text that it has in XML, for programs whose configuration is text.
   *
   * @param setting which one
   * @param text in its syntax and its unit; {@link #build} checks it
   * @return this builder
   */
  public ManagerBuilder attribute(Setting<?> setting, String text) {
    if (setting.equals(Setting.TRANSCODER_FACTORY_CLASS)) {
      transcoderFactory = null;
    }
    values.put(setting, text);
    return this;
  }

  /**
   * Sets the nodes.
   *
   * @param nodes each as {@code id:host:port} or {@code host:port}, at least one; or where they are
   *     discovered, such as {@code dns:name:port}, alone
   * @return this builder
   */
  public ManagerBuilder memcachedNodes(String... nodes) {
    return set(Setting.MEMCACHED_NODES, List.of(nodes));
  }

  /**
   * Sets whether a load balancer keeps a session on one Tomcat.
   *
   * @param sticky {@code true} unless called
   * @return this builder
   */
  public ManagerBuilder sticky(boolean sticky) {
    return set(Setting.STICKY, sticky);
  }

  /**
   * Sets how parallel requests of a non-sticky session exclude each other.
   *
   * @param mode {@code none}, {@code optimistic}, {@code all}, {@code auto} or {@code
   *     uriPattern:REGEX}; {@code none} unless called, and if sessions are sticky
   * @return this builder
   */
  public ManagerBuilder lockingMode(String mode) {
    return set(Setting.LOCKING_MODE, mode);
  }

  /**
   * Sets the serializer.
   *
   * @param name {@code java}, {@code kryo}, {@code xstream}, {@code javolution}, or the class name
   *     of a factory; {@code java} unless called
   * @return this builder
   */
  public ManagerBuilder transcoderFactoryClass(String name) {
    return set(Setting.TRANSCODER_FACTORY_CLASS, name);
  }

  /**
   * Sets a serializer that the program makes, in place of {@link #transcoderFactoryClass}.
   *
   * @param factory called when the context starts; a later call of {@link #transcoderFactoryClass}
   *     replaces it
   * @return this builder
   */
  public ManagerBuilder transcoderFactory(TranscoderFactory factory) {
    transcoderFactoryClass(factory.getClass().getName());
    transcoderFactory = factory;
    return this;
  }

  /**
   * Sets which classes are allowed in sessions beside the defaults; the program's own belong here.
   *
   * @param entries in the syntax of {@link io.holdfast.core.transcoder.ClassFilter}, such as {@code
   *     com.acme.**}; an entry that starts with {@code !} takes away; none unless called
   * @return this builder
   */
  public ManagerBuilder allowedClasses(String... entries) {
    return set(Setting.ALLOWED_CLASSES, List.of(entries));
  }
}
