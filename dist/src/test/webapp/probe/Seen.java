package probe;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.StringJoiner;
import javax.servlet.http.HttpSession;

/** Which record a request of a non-sticky session sees: what tells where an answered change was lost. */
final class Seen {

  private Seen() {}

  /**
   * The instance, the versions that its record includes, and the version that last changed the
   * attribute; null for a session that has no record yet. Behind the instance: the nodes that
   * answered when a request asked for it last.
   */
  static String by(HttpSession facade, String attribute) {
    try {
      Field inner = facade.getClass().getDeclaredField("session");
      inner.setAccessible(true);
      Object session = inner.get(facade);
      Method stateOf = method(session, "instanceState");
      if (stateOf == null) {
        return null;
      }
      Object state = stateOf.invoke(session);
      Object record = method(state, "base").invoke(state);
      if (record == null) {
        return null;
      }
      Object lineage = method(record, "lineage").invoke(record);
      Object origins = method(record, "origins").invoke(record);
      Method origin = origins.getClass().getMethod("of", String.class);
      StringJoiner versions = new StringJoiner(" ");
      versions.add(hex(method(lineage, "version").invoke(lineage)));
      for (Object before : (List<?>) method(lineage, "before").invoke(lineage)) {
        versions.add(hex(before));
      }
      return "%x%s: %s; %s %s"
          .formatted(
              System.identityHashCode(state),
              heard(state),
              versions,
              attribute,
              hex(origin.invoke(origins, String.valueOf(attribute))));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Holdfast looks different inside", e);
    }
  }

  /** Which nodes answered; empty if none was asked. */
  private static String heard(Object state) throws ReflectiveOperationException {
    Field unreachable = state.getClass().getDeclaredField("unreachable");
    unreachable.setAccessible(true);
    if (unreachable.getBoolean(state)) {
      return " heard ";
    }
    StringJoiner nodes = new StringJoiner(",", " heard ", "").setEmptyValue("");
    Object found = method(state, "lastFound").invoke(state);
    for (Object holding : (List<?>) method(found, "holdings").invoke(found)) {
      nodes.add((String) method(holding, "nodeId").invoke(holding));
    }
    return nodes.toString();
  }

  private static Method method(Object of, String name) {
    for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          method.setAccessible(true);
          return method;
        }
      }
    }
    return null;
  }

  /** The counter of the version, and its writer. */
  private static String hex(Object version) {
    long number = (Long) version;
    return "%d.%05x".formatted(number >>> 20, number & 0xfffff);
  }
}
