package io.holdfast.core.transcoder.filter;

import java.util.ArrayList;
import java.util.List;

/**
 * The entries of {@code allowedClasses}; {@code ClassFilter} tells the syntax.
 *
 * @param configured the text they were read from, its entries separated by commas
 * @param isOpen whether all that the application's own loader defines is allowed: {@value #OPEN}
 * @param allowed the names and packages that are added
 * @param denied the names and packages that are taken away, from everything
 */
record AllowedClasses(
    String configured,
    boolean isOpen,
    List<ClassPreset> presets,
    List<ClassNamePattern> allowed,
    List<ClassNamePattern> denied) {

  /** The entry that allows all classes of the application, its libraries among them. */
  static final String OPEN = "@application";

  /** Reads the attribute. */
  static AllowedClasses parse(String text) {
    List<ClassPreset> presets = new ArrayList<>();
    List<ClassNamePattern> allowed = new ArrayList<>();
    List<ClassNamePattern> denied = new ArrayList<>();
    List<String> entries = ClassNamePattern.entries(text);
    for (String entry : entries) {
      if (entry.equals(OPEN)) {
        continue;
      }
      if (entry.startsWith("@")) {
        presets.add(ClassPreset.named(entry));
      } else {
        ClassNamePattern pattern = ClassNamePattern.parse(entry);
        (pattern.negated() ? denied : allowed).add(pattern);
      }
    }
    return new AllowedClasses(
        String.join(", ", entries), entries.contains(OPEN), presets, allowed, denied);
  }

  /** Returns whether a class of this name, which is not one of an array, is added. */
  boolean allow(String className) {
    boolean isAllowed = ClassNamePattern.anyMatches(allowed, className);
    for (ClassPreset preset : presets) {
      isAllowed |= preset.matches(className);
    }
    return isAllowed;
  }

  /** Returns whether a class of this name, which is not one of an array, is taken away. */
  boolean deny(String className) {
    return ClassNamePattern.anyMatches(denied, className);
  }
}
