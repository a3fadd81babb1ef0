package io.holdfast.core.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of the attributes that were given; others have their default.
 *
 * <p>A wrong value is noted, and another one stands in for it, so that one start finds all mistakes
 * of a configuration.
 */
final class AttributeValues {

  /** Stands for the value that suits {@code sticky}. */
  private static final String AUTO = "auto";

  /** What Tomcat, and Spring, leave as it is where there is no such property. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}$]+}");

  /** Texts in which it may mean something else. */
  private static final Set<Setting> WITH_EXPRESSION =
      EnumSet.of(
          Setting.LOCKING_MODE,
          Setting.REQUEST_URI_IGNORE_PATTERN,
          Setting.SESSION_ATTRIBUTE_FILTER);

  /** For a path that is wrong: others may need one. */
  private static final Path ANY_PATH = Path.of("any").toAbsolutePath();

  private final Map<Setting, String> given;

  /** What is wrong with a value, whatever the other attributes are. */
  private final Map<Setting, ConfigurationException> wrong = new EnumMap<>(Setting.class);

  /** What does not go with other attributes. */
  private final Map<Setting, ConfigurationException> conflicts = new EnumMap<>(Setting.class);

  AttributeValues(Map<Setting, String> given) {
    this.given = given;
  }

  /** Notes that a value is wrong; of one attribute the first mistake counts. */
  void refuse(Setting setting, String remedy) {
    wrong.putIfAbsent(setting, mistake(setting, remedy));
  }

  /** Notes that a value does not go with other attributes, unless one of those is wrong itself. */
  void conflict(Setting setting, String remedy, Setting... others) {
    if (Arrays.stream(others).noneMatch(wrong::containsKey)) {
      conflicts.putIfAbsent(setting, mistake(setting, remedy));
    }
  }

  private ConfigurationException mistake(Setting setting, String remedy) {
    return new ConfigurationException(setting, given.getOrDefault(setting, ""), remedy);
  }

  /**
   * Reads a value whose syntax is known elsewhere.
   *
   * @param parsed throws a {@link ConfigurationException} if it is wrong
   * @param otherwise stands in for it then
   */
  <T> T read(Setting setting, Supplier<T> parsed, T otherwise) {
    try {
      return parsed.get();
    } catch (ConfigurationException e) {
      wrong.putIfAbsent(setting, e);
      return otherwise;
    }
  }

  /** Returns whether a value is wrong, whatever the other attributes are. */
  boolean isWrong(Setting setting) {
    return wrong.containsKey(setting);
  }

  /**
   * Refuses an attribute that is wrong by itself.
   *
   * @throws ConfigurationException if it is
   */
  void check(Setting setting) {
    ConfigurationException mistake = wrong.get(setting);
    if (mistake != null) {
      throw mistake;
    }
  }

  /** One mistake of each attribute that has any, in the order of the settings. */
  List<ConfigurationException> mistakes() {
    Map<Setting, ConfigurationException> all = new EnumMap<>(Setting.class);
    all.putAll(conflicts);
    all.putAll(wrong);
    return List.copyOf(all.values());
  }

  /** The text of an attribute; its default if it was not given, or contains a placeholder. */
  String text(Setting setting) {
    String value = given.get(setting);
    String standard = setting.defaultValue();
    if (value == null && standard == null) {
      refuse(
          setting, "the attribute is missing; for example memcachedNodes=\"n1:localhost:11211\"");
    }
    return value != null && isWithoutPlaceholder(setting, value)
        ? value
        : standard == null ? "" : standard;
  }

  /**
   * A property that does not exist would be a name, a password or a part of a key. Of a password
   * that only contains what looks like one, nobody knows.
   */
  private boolean isWithoutPlaceholder(Setting setting, String value) {
    Matcher found = PLACEHOLDER.matcher(value);
    if (setting.isSecret() && found.matches()) {
      refuse(
          setting, "it is a ${property} that is not known; set that property, or write the value");
      return false;
    }
    if (!setting.isSecret() && !WITH_EXPRESSION.contains(setting) && found.find()) {
      refuse(
          setting,
          "the property %s is not known; set it, or write the value".formatted(found.group()));
      return false;
    }
    return true;
  }

  /** The value without blanks around it, in lower case. */
  String word(Setting setting) {
    return text(setting).trim().toLowerCase(Locale.ROOT);
  }

  boolean isAuto(Setting setting) {
    return word(setting).equals(AUTO);
  }

  boolean flag(Setting setting) {
    return word(setting, "use true or false", Map.of("true", true, "false", false));
  }

  /** One of some words. */
  <T> T word(Setting setting, String remedy, Map<String, T> meanings) {
    T meant = meanings.get(word(setting));
    if (meant == null) {
      refuse(setting, remedy);
    }
    return meant != null
        ? meant
        : Objects.requireNonNull(meanings.get(setting.defaultValue()), "the default");
  }

  /** A number in the unit of the setting, with or without a suffix. */
  long number(Setting setting, long min, long max) {
    String value = text(setting).trim();
    Unit unit = setting.unit();
    Long number = unit.parse(value);
    if (number != null && number >= min && number <= max) {
      return number;
    }
    refuse(setting, unit.remedy(value, min, max));
    return min;
  }

  /** What is wrong with a regular expression, where, and an example of a right one. */
  static String notAnExpression(PatternSyntaxException e) {
    return "not a regular expression: %s%s; write one such as .*\\.(?:css|png), a backslash before ( [ { that stand for themselves"
        .formatted(
            e.getDescription(), e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1));
  }

  /**
   * An absolute path; null if there is none.
   *
   * @param example of a right one
   */
  @Nullable Path path(Setting setting, String example) {
    String value = text(setting).trim();
    if (value.isEmpty()) {
      return null;
    }
    try {
      Path path = Path.of(value);
      if (path.isAbsolute()) {
        return path.normalize();
      }
      refuse(setting, "an absolute path is needed, for example " + example);
    } catch (InvalidPathException e) {
      refuse(setting, "not a path: " + e.getReason());
    }
    return ANY_PATH;
  }

  /** One whose dot stands for each character: a client can have a line break in a path. */
  static Pattern patternOf(String regex) {
    return Pattern.compile(regex, Pattern.DOTALL);
  }

  /** A regular expression; blanks around it are none of it, as no name or URI has such. */
  @Nullable Pattern pattern(Setting setting) {
    String value = text(setting).strip();
    if (value.isEmpty()) {
      return null;
    }
    try {
      return patternOf(value);
    } catch (PatternSyntaxException e) {
      refuse(setting, notAnExpression(e));
      return null;
    }
  }
}
