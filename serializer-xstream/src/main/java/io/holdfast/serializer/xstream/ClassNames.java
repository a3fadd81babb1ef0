package io.holdfast.serializer.xstream;

import java.util.Map;
import java.util.stream.Collectors;

/** Short names for the classes that most graphs hold; part of the format, so never changed. */
final class ClassNames {

  private static final Map<String, String> SHORT =
      Map.ofEntries(
          Map.entry("java.lang.String", "string"),
          Map.entry("java.lang.Boolean", "boolean"),
          Map.entry("java.lang.Character", "char"),
          Map.entry("java.lang.Byte", "byte"),
          Map.entry("java.lang.Short", "short"),
          Map.entry("java.lang.Integer", "int"),
          Map.entry("java.lang.Long", "long"),
          Map.entry("java.lang.Float", "float"),
          Map.entry("java.lang.Double", "double"),
          Map.entry("java.math.BigDecimal", "big-decimal"),
          Map.entry("java.math.BigInteger", "big-int"),
          Map.entry("java.util.ArrayList", "list"),
          Map.entry("java.util.LinkedList", "linked-list"),
          Map.entry("java.util.HashMap", "map"),
          Map.entry("java.util.LinkedHashMap", "linked-hash-map"),
          Map.entry("java.util.TreeMap", "tree-map"),
          Map.entry("java.util.concurrent.ConcurrentHashMap", "concurrent-hash-map"),
          Map.entry("java.util.HashSet", "set"),
          Map.entry("java.util.LinkedHashSet", "linked-hash-set"),
          Map.entry("java.util.TreeSet", "sorted-set"),
          Map.entry("java.util.Date", "date"),
          Map.entry("java.util.UUID", "uuid"),
          Map.entry("java.time.Instant", "instant"),
          Map.entry("java.time.LocalDate", "local-date"),
          Map.entry("java.time.LocalDateTime", "local-date-time"),
          Map.entry("[Ljava.lang.Object;", "object-array"),
          Map.entry("[Ljava.lang.String;", "string-array"),
          Map.entry("[B", "byte-array"));

  private static final Map<String, String> LONG =
      SHORT.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

  /** Stands before the name of a class that would be taken for a short one. */
  private static final String MARK = "/";

  private ClassNames() {}

  static String shorten(String className) {
    if (LONG.containsKey(className)) {
      return MARK + className; // a class of the unnamed package
    }
    return SHORT.getOrDefault(className, className);
  }

  static String expand(String name) {
    return name.startsWith(MARK) ? name.substring(MARK.length()) : LONG.getOrDefault(name, name);
  }
}
