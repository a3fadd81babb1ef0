package io.holdfast.core.config;

import java.util.Locale;
import java.util.Set;

/**
 * What the values of Tomcat's own attributes of {@code <Manager>} may be. Tomcat swallows what a
 * setter refuses, and takes every text but {@code true} for {@code false}: it would start without a
 * filter whose expression has a slip of the pen.
 */
public final class TomcatAttributes {

  private static final Set<String> EXPRESSIONS =
      Set.of("sessionAttributeNameFilter", "sessionAttributeValueClassNameFilter");
  private static final Set<String> FLAGS =
      Set.of(
          "notifyAttributeListenerOnUnchangedValue",
          "notifyBindingListenerOnUnchangedValue",
          "persistAuthentication",
          "persistAuthenticationNotes",
          "requireReauthentication",
          "sessionActivityCheck",
          "sessionLastAccessAtStart",
          "throwOnFailure",
          "warnOnSessionAttributeFilterFailure");
  private static final String FREQUENCY = "processExpiresFrequency";

  private TomcatAttributes() {}

  /** Checks a value; those of other attributes are all right. */
  public static void check(String name, String value) {
    if (EXPRESSIONS.contains(name)) {
      try {
        var unused = Syntax.pattern(value, "cart|user.*");
      } catch (IllegalArgumentException e) {
        throw ConfigurationException.of(name, value, String.valueOf(e.getMessage()));
      }
    } else if (FLAGS.contains(name)) {
      var unused = flag(name, value);
    } else if (name.equals(FREQUENCY) && value.trim().matches("-\\d+|[+-]?0+")) {
      throw ConfigurationException.of(name, value, "a whole number from 1 is needed");
    }
  }

  /** What a text means that is true or false. */
  public static boolean flag(String name, String value) {
    return switch (value.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ConfigurationException.of(name, value, "use true or false");
    };
  }
}
