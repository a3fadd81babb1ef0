package io.holdfast.core.config;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the values of the attributes that were given; others have their default.
 *
 * <p>A wrong value is noted, and another one stands in for it, so that one start finds all mistakes
 * of a configuration.
 */
final class AttributeValues {

  /** What Tomcat, and Spring, leave as it is where there is no such property. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}$]+}");

  private final Map<Setting<?>, String> given;

  /** What is wrong with a value, whatever the other attributes are. */
  private final Map<Setting<?>, ConfigurationException> wrong = new TreeMap<>();

  /** What does not go with other attributes. */
  private final Map<Setting<?>, ConfigurationException> conflicts = new TreeMap<>();

  AttributeValues(Map<Setting<?>, String> given) {
    this.given = given;
  }

  /** Notes that a value is wrong; of one attribute the first mistake counts. */
  void refuse(Setting<?> setting, String remedy) {
    wrong.putIfAbsent(setting, mistake(setting, remedy));
  }

  /** The same, if it is so. */
  void refuseIf(boolean isWrong, Setting<?> setting, String remedy) {
    if (isWrong) {
      refuse(setting, remedy);
    }
  }

  /** Notes a value that does not go with other attributes, unless one of those is wrong itself. */
  void conflictIf(boolean isSo, Setting<?> setting, String remedy, Setting<?>... others) {
    if (isSo && Collections.disjoint(wrong.keySet(), Arrays.asList(others))) {
      conflicts.putIfAbsent(setting, mistake(setting, remedy));
    }
  }

  private ConfigurationException mistake(Setting<?> setting, String remedy) {
    return new ConfigurationException(setting, given.getOrDefault(setting, ""), remedy);
  }

  /** Reads a value whose syntax is known elsewhere; another one stands in for one that is wrong. */
  <T> T read(Setting<?> setting, Supplier<T> parsed, T otherwise) {
    try {
      return parsed.get();
    } catch (ConfigurationException e) {
      wrong.putIfAbsent(setting, e);
      return otherwise;
    }
  }

  /** Returns whether a value is wrong, whatever the other attributes are. */
  boolean isWrong(Setting<?> setting) {
    return wrong.containsKey(setting);
  }

  /** Refuses an attribute that is wrong by itself. */
  void check(Setting<?> setting) {
    ConfigurationException mistake = wrong.get(setting);
    if (mistake != null) {
      throw mistake;
    }
  }

  /** One mistake of each attribute that has any, in the order of the settings. */
  List<ConfigurationException> mistakes() {
    Map<Setting<?>, ConfigurationException> all = new TreeMap<>(conflicts);
    all.putAll(wrong);
    return List.copyOf(all.values());
  }

  /** Returns whether an attribute was given, with any value. */
  boolean isGiven(Setting<?> setting) {
    return given.containsKey(setting);
  }

  /** The text of an attribute; its default if it was not given, or contains a placeholder. */
  String text(Setting<?> setting) {
    String value = given.get(setting);
    String standard = setting.defaultValue();
    refuseIf(
        value == null && standard == null,
        setting,
        "the attribute is missing; for example memcachedNodes=\"n1:localhost:11211\"");
    return value != null && isWithoutPlaceholder(setting, value)
        ? value
        : standard == null ? "" : standard;
  }

  /**
   * Refuses a placeholder whose property does not exist: its text would become a name, a password
   * or a part of a key. A password may contain text that only looks like a placeholder.
   */
  private boolean isWithoutPlaceholder(Setting<?> setting, String value) {
    Matcher found = PLACEHOLDER.matcher(value);
    boolean isUnknown =
        setting.isSecret() ? found.matches() : !setting.isExpression() && found.find();
    if (isUnknown) {
      refuse(
          setting,
          setting.isSecret()
              ? "it is a ${property} that is not known; set that property, or write the value"
              : "the property %s is not known; set it, or write the value"
                  .formatted(found.group()));
    }
    return !isUnknown;
  }

  /** What the text of an attribute means, or its default if that is wrong; empty for none. */
  <T> Optional<T> find(Setting<T> setting) {
    try {
      return setting.syntax().parser().apply(text(setting));
    } catch (IllegalArgumentException e) {
      refuse(setting, String.valueOf(e.getMessage()));
      return standard(setting);
    }
  }

  private static <T> Optional<T> standard(Setting<T> setting) {
    String text = setting.defaultValue();
    return setting.syntax().parser().apply(text == null ? "" : text);
  }

  /** The same for an attribute that always means something. */
  <T> T get(Setting<T> setting) {
    return find(setting).orElseThrow();
  }

  /** Returns whether an attribute means what it means where it is not given. */
  boolean isDefault(Setting<?> setting) {
    return find(setting).equals(standard(setting));
  }

  /** What all attributes mean that mean something. */
  Map<Setting<?>, Object> all() {
    Map<Setting<?>, Object> all = new TreeMap<>();
    for (Setting<?> setting : Setting.values()) {
      find(setting).ifPresent(value -> all.put(setting, value));
    }
    return all;
  }
}
