package io.holdfast.core.config;

import java.util.Arrays;
import java.util.List;

/** Splits values that list several things, by commas and white space in any mix. */
final class Lists {

  private static final String SEPARATOR = "[,\\s]+";

  private Lists() {}

  static List<String> split(String value) {
    return Arrays.stream(value.split(SEPARATOR, -1)).filter(entry -> !entry.isEmpty()).toList();
  }
}
