package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A session that has many kinds of attribute at once, as a kind of its own. */
final class OneSession {

  static final String NAME = "all kinds in one session";

  private OneSession() {}

  static Kind of(List<Kind> kinds) {
    return new Kind(
        NAME,
        () -> {
          Map<String, Object> session = new LinkedHashMap<>();
          kinds.forEach(kind -> session.put(kind.name(), kind.sample().get()));
          return session;
        },
        (original, copy) -> isSame(kinds, (Map<?, ?>) original, copy));
  }

  private static boolean isSame(List<Kind> kinds, Map<?, ?> original, Object copy) {
    return copy instanceof LinkedHashMap<?, ?> session
        && session.keySet().equals(original.keySet())
        && different(kinds, original, session).isEmpty();
  }

  /** The names of the kinds that are not in both sessions alike. */
  static List<String> different(List<Kind> kinds, Map<?, ?> original, Map<?, ?> copy) {
    return kinds.stream()
        .filter(kind -> !kind.same().test(original.get(kind.name()), copy.get(kind.name())))
        .map(Kind::name)
        .toList();
  }
}
