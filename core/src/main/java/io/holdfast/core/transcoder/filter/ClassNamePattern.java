package io.holdfast.core.transcoder.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One entry of {@code allowedClasses}.
 *
 * @param negated whether the entry takes away
 * @param prefix the class name, or the package name with its final dot
 */
record ClassNamePattern(boolean negated, String prefix, Scope scope) {

  enum Scope {
    CLASS,
    PACKAGE,
    SUBPACKAGES
  }

  private static final String NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*";
  private static final Pattern CLASS_NAME = Pattern.compile(NAME);
  private static final Pattern SYNTAX = Pattern.compile("!?" + NAME + "(\\.\\*\\*?)?");

  /** The entries of a text, which commas and white space separate. */
  static List<String> entries(String text) {
    List<String> entries = new ArrayList<>(Arrays.asList(text.split("[,\\s]+", -1)));
    entries.removeAll(Set.of(""));
    return entries;
  }

  /** Returns whether a name can stand as an entry that allows one class. */
  static boolean isClassName(String name) {
    return CLASS_NAME.matcher(name).matches();
  }

  static boolean anyMatches(List<ClassNamePattern> patterns, String className) {
    for (ClassNamePattern pattern : patterns) {
      if (pattern.matches(className)) {
        return true;
      }
    }
    return false;
  }

  static ClassNamePattern parse(String entry) {
    if (!SYNTAX.matcher(entry).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is neither a class name nor package.* nor package.** nor a preset"
              .formatted(entry));
    }
    boolean negated = entry.startsWith("!");
    String name = negated ? entry.substring(1) : entry;
    if (name.endsWith(".**")) {
      return new ClassNamePattern(negated, name.substring(0, name.length() - 2), Scope.SUBPACKAGES);
    }
    if (name.endsWith(".*")) {
      return new ClassNamePattern(negated, name.substring(0, name.length() - 1), Scope.PACKAGE);
    }
    return new ClassNamePattern(negated, name, Scope.CLASS);
  }

  /** The entry as it is written in the configuration. */
  @Override
  public String toString() {
    return (negated ? "!" : "")
        + switch (scope) {
          case CLASS -> prefix;
          case PACKAGE -> prefix + "*";
          case SUBPACKAGES -> prefix + "**";
        };
  }

  boolean matches(String className) {
    return switch (scope) {
      case CLASS -> className.equals(prefix) || className.startsWith(prefix + "$");
      case PACKAGE -> className.startsWith(prefix) && className.indexOf('.', prefix.length()) < 0;
      case SUBPACKAGES -> className.startsWith(prefix);
    };
  }
}
