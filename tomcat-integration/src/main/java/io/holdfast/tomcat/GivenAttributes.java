package io.holdfast.tomcat;

import io.holdfast.core.config.AttributeNames;
import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TomcatAttributes;
import io.holdfast.core.log.Loggers;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that one component was given: by Tomcat's digester before it starts, by JMX later.
 *
 * <p>Before the first start every text is taken: the start checks all of them together, while
 * Tomcat's digester swallows what a setter throws. While the component runs nothing can be set, as
 * nothing of it would take effect. After a stop or a failed start each value is checked when it is
 * set, as far as that is possible, so that an operator can correct what was wrong.
 *
 * <p>What fits no setter of the component is remembered, too. Tomcat's digester hands such
 * attributes to {@code setProperty(String, String)} where there is one, else it writes a warning
 * and goes on: {@code stiky="false"} would start with sticky sessions.
 */
final class GivenAttributes {

  private static final System.Logger LOG = Loggers.of(GivenAttributes.class);

  private static final Set<LifecycleState> RUNNING =
      EnumSet.range(LifecycleState.STARTING_PREP, LifecycleState.STOPPING);

  private final Lifecycle component;
  private final List<Setting<?>> settings;
  private final Map<Setting<?>, String> values = new TreeMap<>();
  private final Map<Setting<?>, String> names = new TreeMap<>();
  private final Map<String, String> unknown = new LinkedHashMap<>();

  /** What a setter cannot use. */
  private final Map<String, ConfigurationException> refused = new LinkedHashMap<>();

  GivenAttributes(Lifecycle component, List<Setting<?>> settings) {
    this.component = component;
    this.settings = settings;
  }

  /**
   * Takes an attribute; remembers one that the component does not have.
   *
   * @param live takes a setting that may change while sessions are served
   * @throws IllegalStateException as {@link #set(Map)}
   * @throws IllegalArgumentException as there
   */
  void take(String name, String value, Consumer<Map<Setting<?>, String>> live) {
    Setting<?> setting = find(name).orElse(null);
    if (setting == null) {
      remember(name, value);
    } else if (isNamedTwice(setting, name)) {
      refuse(AttributeNames.nodesTwice(name, value));
    } else if (setting.isLive()) {
      live.accept(Map.of(setting, value));
    } else {
      set(Map.of(setting, value));
    }
  }

  /** The name of the class is for the digester. */
  private synchronized void remember(String name, String value) {
    if (!name.equals("className")) {
      unknown.put(name, value);
    }
  }

  private synchronized void refuse(ConfigurationException wrong) {
    refused.put(wrong.attribute(), wrong);
  }

  /** What holds of an attribute, for an operator to see; null of one that there is not. */
  @Nullable String property(String name) {
    return find(name).map(this::shown).orElse(null);
  }

  private Optional<Setting<?>> find(String name) {
    return Setting.find(name).filter(settings::contains);
  }

  /**
   * Returns whether a setter of Tomcat's own can use a value. Before the first start one that is
   * wrong is remembered.
   *
   * @throws IllegalArgumentException if it is wrong, later
   */
  synchronized boolean canTake(String name, @Nullable String value) {
    try {
      TomcatAttributes.check(name, value == null ? "" : value);
    } catch (ConfigurationException e) {
      if (hasBeenStarted(component.getState())) {
        throw new IllegalArgumentException(e.getMessage());
      }
      refuse(e);
      return false;
    }
    refused.remove(name);
    unknown.remove(name); // a text that was no number
    return true;
  }

  /**
   * What has no setter, and what a setter could not use. What meant something to
   * memcached-session-manager is named once in the log instead, with what to do.
   *
   * @return of each its value, and the nearest that there is or what would be right
   */
  synchronized List<ConfigurationException> unknown() {
    Map<String, Class<?>> known = setters();
    List<ConfigurationException> mistakes = new ArrayList<>();
    for (Map.Entry<String, String> each : List.copyOf(unknown.entrySet())) {
      if (wasOfOthers(each.getKey(), each.getValue())) {
        unknown.remove(each.getKey());
      } else {
        mistakes.add(AttributeNames.refusal(each.getKey(), each.getValue(), known));
      }
    }
    mistakes.addAll(refused.values());
    return mistakes;
  }

  private boolean wasOfOthers(String name, String value) {
    String remedy = AttributeNames.inPlaceOf(name);
    if (remedy == null) {
      return false;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}=\"{1}\" at <{2}> does nothing: {3}",
        name,
        value,
        component.getClass().getSimpleName(),
        remedy);
    return true;
  }

  /** The attributes that there are, with the types of their values. */
  private Map<String, Class<?>> setters() {
    Map<String, Class<?>> setters = new TreeMap<>();
    for (Method method : component.getClass().getMethods()) {
      String name = method.getName();
      if (name.startsWith("set") && name.length() > 3 && method.getParameterCount() == 1) {
        Class<?> type = method.getParameterTypes()[0];
        String attribute = Character.toLowerCase(name.charAt(3)) + name.substring(4);
        if (type.isPrimitive()) {
          setters.put(attribute, type);
        } else if (type == String.class) {
          setters.putIfAbsent(attribute, type);
        }
      }
    }
    for (Setting<?> setting : settings) {
      setters.put(setting.attribute(), String.class);
    }
    return setters;
  }

  /**
   * Sets attributes in one step.
   *
   * @throws IllegalStateException if the component runs, and has another value
   * @throws IllegalArgumentException naming the attribute, its value and what would be right
   */
  synchronized void set(Map<Setting<?>, String> changes) {
    LifecycleState state = component.getState();
    if (RUNNING.contains(state)) {
      changes.forEach(this::requireSame);
      return;
    }
    if (hasBeenStarted(state)) {
      Map<Setting<?>, String> changed = with(changes);
      changes.keySet().forEach(setting -> check(setting, changed));
    }
    values.putAll(changes);
  }

  /** Notes by which of its names a setting is given; true if it was given by another as well. */
  private synchronized boolean isNamedTwice(Setting<?> setting, String name) {
    if (hasBeenStarted(component.getState())) {
      return false;
    }
    String other = names.putIfAbsent(setting, name);
    return other != null && !other.equals(name);
  }

  /** The mistakes with the names by which the attributes were given. */
  synchronized ConfigurationException asWritten(ConfigurationException mistakes) {
    return mistakes.inNamesOf(names.values());
  }

  /**
   * A start that an operator's mistake has stopped, as Tomcat writes it into its log, in one line:
   * where in the program a wrong attribute was found, and through which exceptions, does not help
   * an operator to correct it. That is logged at DEBUG.
   */
  static LifecycleException startFailure(String message, ConfigurationException cause) {
    LOG.log(System.Logger.Level.DEBUG, message, cause);
    LifecycleException failure = new LifecycleException(message);
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  /** Notes attributes that were checked, and have taken effect. */
  synchronized void took(Map<Setting<?>, String> changes) {
    values.putAll(changes);
  }

  synchronized Map<Setting<?>, String> all() {
    return new TreeMap<>(values);
  }

  /** All that were given, and these in place of what they were. */
  Map<Setting<?>, String> with(Map<Setting<?>, String> changes) {
    Map<Setting<?>, String> changed = all();
    changed.putAll(changes);
    return changed;
  }

  /** What holds for an operator to see; of a password what was given, or null. */
  synchronized @Nullable String shown(Setting<?> setting) {
    return setting.isSecret() ? values.get(setting) : setting.shownIn(values);
  }

  /** The same, where an attribute that was not given follows another one. */
  synchronized @Nullable String inEffect(Setting<?> setting) {
    boolean isOfOffload =
        setting.equals(Setting.MAX_IDLE_DECODED)
            && !values.containsKey(setting)
            && "true".equalsIgnoreCase(shown(Setting.STICKY));
    return shown(isOfOffload ? Setting.IDLE_OFFLOAD : setting);
  }

  /** Returns whether the first start of a component is behind it, or under way. */
  private static boolean hasBeenStarted(LifecycleState state) {
    return state.compareTo(LifecycleState.INITIALIZED) > 0;
  }

  private void requireSame(Setting<?> setting, String value) {
    if (setting.isSecret() || !value.equals(inEffect(setting))) {
      throw new IllegalStateException(
          new ConfigurationException(
                  setting,
                  value,
                  "it cannot change while the application runs, and stays as it is; change it in the"
                      + " configuration file, and start the application again")
              .getMessage());
    }
  }

  /** A JMX client on another machine does not know our own exceptions. */
  private static void check(Setting<?> setting, Map<Setting<?>, String> changed) {
    try {
      ConfigurationParser.check(setting, changed);
    } catch (ConfigurationException e) {
      throw new IllegalArgumentException(e.getMessage());
    }
  }
}
