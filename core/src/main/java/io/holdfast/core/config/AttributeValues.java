package io.holdfast.core.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads the values of the attributes that were given; others have their default. */
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

  private final Map<Setting, String> given;

  AttributeValues(Map<Setting, String> given) {
    this.given = given;
  }

  String text(Setting setting) {
    String value = given.get(setting);
    if (value != null) {
      refusePlaceholder(setting, value);
      return value;
    }
    String standard = setting.defaultValue();
    if (standard == null) {
      throw new ConfigurationException(
          setting,
          "",
          "the attribute is missing; for example memcachedNodes=\"n1:localhost:11211\"");
    }
    return standard;
  }

  /**
   * A property that does not exist would be a name, a password or a part of a key. Of a password
   * that only contains what looks like one, nobody knows.
   */
  private static void refusePlaceholder(Setting setting, String value) {
    Matcher found = PLACEHOLDER.matcher(value);
    if (setting.isSecret() && found.matches()) {
      throw new ConfigurationException(
          setting,
          value,
          "it is a ${property} that is not known; set that property, or write the value");
    }
    if (!setting.isSecret() && !WITH_EXPRESSION.contains(setting) && found.find()) {
      throw new ConfigurationException(
          setting,
          value,
          "the property %s is not known; set it, or write the value".formatted(found.group()));
    }
  }

  /** The value without blanks around it, in lower case. */
  String word(Setting setting) {
    return text(setting).trim().toLowerCase(Locale.ROOT);
  }

  boolean isAuto(Setting setting) {
    return word(setting).equals(AUTO);
  }

  boolean flag(Setting setting) {
    return switch (word(setting)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new ConfigurationException(setting, text(setting), "use true or false");
    };
  }

  /** A number in the unit of the setting, with or without a suffix. */
  long number(Setting setting, long min, long max) {
    String value = text(setting).trim();
    Unit unit = setting.unit();
    Long number = unit.parse(value);
    if (number == null || number < min || number > max) {
      throw new ConfigurationException(setting, value, unit.remedy(value, min, max));
    }
    return number;
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
    } catch (InvalidPathException e) {
      throw new ConfigurationException(setting, value, "not a path: " + e.getReason());
    }
    throw new ConfigurationException(
        setting, value, "an absolute path is needed, for example " + example);
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
      throw new ConfigurationException(setting, value, notAnExpression(e));
    }
  }
}
