package io.holdfast.core.transcoder.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ready-made entries of {@code allowedClasses}, each for one framework: {@code @wicket}. A preset
 * names what the framework keeps in sessions: values, never what acts when it is compared, hashed
 * or called, such as comparators, handlers of proxies, factories or closures. Where a comparator of
 * the framework orders its own values, it is named alone.
 */
final class ClassPreset {

  /** All there are. */
  static final List<ClassPreset> ALL = all();

  private final String entry;
  private final List<ClassNamePattern> allowed;
  private final List<ClassNamePattern> kept;

  private ClassPreset(String entry, List<ClassNamePattern> all) {
    this.entry = entry;
    this.allowed = all.stream().filter(pattern -> !pattern.negated()).toList();
    this.kept = all.stream().filter(ClassNamePattern::negated).toList();
  }

  private static List<ClassPreset> all() {
    Map<String, List<ClassNamePattern>> patterns = new LinkedHashMap<>();
    List<ClassNamePattern> current = new ArrayList<>();
    for (String line : ClassNames.listed("presets.txt")) {
      if (line.startsWith("@")) {
        current = new ArrayList<>();
        patterns.put(line, current);
      } else {
        current.add(ClassNamePattern.parse(line));
      }
    }
    return patterns.entrySet().stream()
        .map(each -> new ClassPreset(each.getKey(), each.getValue()))
        .toList();
  }

  /** The preset that an entry of {@code allowedClasses} names. */
  static ClassPreset named(String entry) {
    for (ClassPreset preset : ALL) {
      if (preset.entry.equals(entry)) {
        return preset;
      }
    }
    throw new IllegalArgumentException(
        "there is no preset \"%s\" but %s, %s"
            .formatted(
                entry,
                AllowedClasses.OPEN,
                String.join(", ", ALL.stream().map(ClassPreset::toString).toList())));
  }

  /** Returns whether the preset allows a class of this name, which is not one of an array. */
  boolean matches(String className) {
    return ClassNamePattern.anyMatches(allowed, className)
        && !ClassNamePattern.anyMatches(kept, className);
  }

  /** A class of each entry that allows some. */
  List<String> names() {
    return allowed.stream().map(each -> each.toString().replaceFirst("\\*+$", "Any")).toList();
  }

  /** The entry as it is written in the configuration. */
  @Override
  public String toString() {
    return entry;
  }
}
