package io.holdfast.tomcat;

import io.holdfast.core.config.AttributeNames;
import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stands at an element of Tomcat's configuration and fits no setter of its class, or is
 * refused by one. Tomcat's digester hands such attributes to {@code setProperty(String, String)}
 * where there is one, else it writes a warning and goes on: {@code stiky="false"} would start with
 * sticky sessions. What a setter throws it swallows.
 */
final class UnknownAttributes {

  private static final System.Logger LOG = Loggers.of(UnknownAttributes.class);

  private final Class<?> owner;
  private final List<Setting<?>> settings;
  private final Map<String, String> given = new LinkedHashMap<>();
  private final Map<String, ConfigurationException> refused = new LinkedHashMap<>();

  UnknownAttributes(Class<?> owner, List<Setting<?>> settings) {
    this.owner = owner;
    this.settings = settings;
  }

  /** Remembers an attribute that no setter has taken; the name of the class is for the digester. */
  synchronized void add(String name, String value) {
    if (!name.equals("className")) {
      given.put(name, value);
    }
  }

  /** Remembers that a setter cannot use its value: Tomcat's digester swallows what it throws. */
  synchronized void refuse(ConfigurationException wrong) {
    refused.put(wrong.attribute(), wrong);
  }

  /** The attribute has a value now that its setter can use. */
  synchronized void correct(String name) {
    refused.remove(name);
    given.remove(name); // a text that was no number
  }

  /**
   * Finds those that are wrong; those that meant something to memcached-session-manager are named
   * once in the log, with what to do.
   *
   * @return of each its value, and the nearest that there is or what would be right
   */
  synchronized List<ConfigurationException> mistakes() {
    Map<String, Class<?>> known = setters();
    given.entrySet().removeIf(each -> wasOfOthers(each.getKey(), each.getValue()));
    List<ConfigurationException> mistakes = new ArrayList<>();
    given.forEach((name, value) -> mistakes.add(AttributeNames.refusal(name, value, known)));
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
        owner.getSimpleName(),
        remedy);
    return true;
  }

  /** The attributes that there are, with the types of their values. */
  private Map<String, Class<?>> setters() {
    Map<String, Class<?>> setters = new TreeMap<>();
    for (Method method : owner.getMethods()) {
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
    settings.forEach(setting -> setters.put(setting.attribute(), String.class));
    return setters;
  }
}
