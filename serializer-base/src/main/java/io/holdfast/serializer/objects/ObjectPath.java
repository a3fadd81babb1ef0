package io.holdfast.serializer.objects;

import io.holdfast.core.log.Loggers;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shortest way from the root of a graph to an object in it, to name what could not be
 * written: {@code ["cart"].items[3].owner}. Meant for the moment after a failure: it walks the
 * whole graph.
 */
public final class ObjectPath {

  /** The path to an object that is hidden in a class of the JDK that cannot be looked into. */
  public static final String UNKNOWN = "an unknown place";

  private static final int MAX_VISITED = 200_000;
  private static final int MAX_PATH_LENGTH = 2_000;
  private static final int MAX_TESTS = 500;
  private static final int MAX_KEY_LENGTH = 80;

  /**
   * An object in a graph.
   *
   * @param object the object
   * @param path how to get there from the root
   */
  public record Found(Object object, String path) {}

  private record Step(Object value, String path) {

    String shown() {
      return path.isEmpty() ? "the root" : path;
    }
  }

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Step> open = new ArrayDeque<>();

  private ObjectPath() {}

  /**
   * Returns the path to the first object that the test accepts, nearest to the root.
   *
   * @return the path, {@code the root} for the root itself, or {@link #UNKNOWN}
   */
  public static String find(Object root, Predicate<Object> test) {
    ObjectPath search = new ObjectPath();
    search.add(root, "");
    while (!search.open.isEmpty()) {
      Step step = search.open.remove();
      if (test.test(step.value())) {
        return step.shown();
      }
      search.expand(step);
    }
    return UNKNOWN;
  }

  /** Returns the path to the first object of the class that has this name. */
  public static String toClass(Object root, String className) {
    return find(root, object -> object.getClass().getName().equals(className));
  }

  /**
   * Follows a fault from the root downwards: from an object to a part of it that has the fault too,
   * until no part has it, or until so many parts were tested that the answer is good enough.
   *
   * @param root has the fault
   */
  public static Found deepest(Object root, Predicate<Object> faulty) {
    ObjectPath search = new ObjectPath();
    search.add(root, "");
    Step last = search.open.remove();
    search.expand(last);
    for (int tests = 0; tests < MAX_TESTS && !search.open.isEmpty(); tests++) {
      Step step = search.open.remove();
      if (faulty.test(step.value())) {
        search.open.clear();
        search.expand(step);
        last = step;
      }
    }
    return new Found(last.value(), last.shown());
  }

  private void add(@Nullable Object value, String path) {
    if (value != null && seen.size() < MAX_VISITED && seen.add(value)) {
      open.add(new Step(value, path));
    }
  }

  private void expand(Step step) {
    if (step.path().length() > MAX_PATH_LENGTH) {
      return;
    }
    try {
      GraphParts.visit(
          step.value(), (part, label, role) -> add(part, extended(step.path(), label, role)));
    } catch (RuntimeException | Error e) {
      // A collection of the application, or one that changed: this only looks for a name to print.
      Loggers.of(ObjectPath.class).log(System.Logger.Level.DEBUG, "Cannot look into an object", e);
    }
  }

  private static String extended(String path, @Nullable Object label, GraphParts.Role role) {
    return switch (role) {
      case FIELD -> path.isEmpty() ? String.valueOf(label) : path + "." + label;
      case ELEMENT, VALUE -> path + "[" + shown(label) + "]";
      case KEY -> path + ".key(" + shown(label) + ")";
    };
  }

  /** Keys are shown if they are names or numbers: those of attributes are not secret. */
  private static String shown(@Nullable Object key) {
    if (key instanceof String s) {
      return s.length() <= MAX_KEY_LENGTH
          ? "\"" + s + "\""
          : "\"" + s.substring(0, MAX_KEY_LENGTH) + "...\"";
    }
    if (key == null || key instanceof Number || key instanceof Enum) {
      return String.valueOf(key);
    }
    return key.getClass().getName();
  }
}
