package io.holdfast.serializer.tests;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why an attribute was refused, in the words of the document.
 *
 * @param type the class to blame
 * @param reason why
 */
record Refusal(String type, String reason) {

  private static final Pattern MESSAGE = Pattern.compile("class (\\S+) (.*)", Pattern.DOTALL);

  /** What the messages of the serializers have in common, and what it means. */
  private static final List<Map.Entry<String, String>> REASONS =
      List.of(
          Map.entry("can be written but not read again", "could be written, but not read again"),
          Map.entry("a way back to itself", "in a cycle, and made only when its parts exist"),
          Map.entry("is part of a cycle", "in a cycle, and made only when its parts exist"),
          Map.entry("not Serializable", "not Serializable"),
          Map.entry("not serializable", "not Serializable"),
          Map.entry("is not allowed", "not among the allowed classes"));

  /**
   * Understands the message of an exception.
   *
   * @throws IllegalArgumentException if it is none of the known ones
   */
  static Refusal of(String message) {
    Matcher matcher = MESSAGE.matcher(message);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("names no class: " + message);
    }
    String rest = matcher.group(2);
    return REASONS.stream()
        .filter(reason -> rest.contains(reason.getKey()))
        .findFirst()
        .map(reason -> new Refusal(shortened(matcher.group(1)), reason.getValue()))
        .orElseThrow(() -> new IllegalArgumentException("unknown reason: " + message));
  }

  /** Without the package of our own samples, and without the address in the name of a lambda. */
  private static String shortened(String type) {
    return type.replaceFirst("^io\\.holdfast\\.(\\w+\\.)*", "")
        .replaceFirst("(\\$\\$Lambda).*", "$1");
  }
}
