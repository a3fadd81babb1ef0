package io.holdfast.testkit;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Circles of classes that know each other, directly or through others. */
public final class Circles {

  private Circles() {}

  /** The largest circle of these classes, nested ones counted as the outermost. */
  public static Set<String> among(Collection<JavaClass> classes) {
    Map<String, Set<String>> known = new TreeMap<>();
    classes.forEach(each -> known.computeIfAbsent(outermost(each), any -> new TreeSet<>()));
    for (JavaClass each : classes) {
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        String other = outermost(dependency.getTargetClass().getBaseComponentType());
        if (known.containsKey(other) && !other.equals(outermost(each))) {
          Objects.requireNonNull(known.get(outermost(each))).add(other);
        }
      }
    }
    return largest(known);
  }

  /** The class in whose file a class stands. */
  public static String outermost(JavaClass of) {
    return of.getName().replaceFirst("[$].*", "");
  }

  /**
   * The largest circle.
   *
   * @param known what each class knows
   * @return the classes of the circle; empty if there is none
   */
  public static Set<String> largest(Map<String, Set<String>> known) {
    Set<String> largest = new TreeSet<>();
    for (String one : known.keySet()) {
      Set<String> circle = new TreeSet<>(reachable(known, one));
      circle.removeIf(other -> !reachable(known, other).contains(one));
      largest = circle.size() > largest.size() ? circle : largest;
    }
    return largest;
  }

  private static Set<String> reachable(Map<String, Set<String>> known, String from) {
    Set<String> reached = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(known.getOrDefault(from, Set.of()));
    while (!next.isEmpty()) {
      String one = next.pop();
      if (reached.add(one)) {
        next.addAll(known.getOrDefault(one, Set.of()));
      }
    }
    return reached;
  }
}
