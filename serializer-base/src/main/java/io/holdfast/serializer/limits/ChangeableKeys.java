package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.GraphParts;
import io.holdfast.serializer.objects.Unchangeable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which keys may have changed since they were put into their table, so that they are equal to
 * another one now, or can be neither hashed nor compared any more: objects of an application whose
 * class has a field that can change, and collections. Enums, and records and classes whose parts
 * are final and do not change, are none.
 */
final class ChangeableKeys {

  private enum Kind {
    NEVER,
    PERHAPS,
    /** If one of its parts may. */
    BY_ITS_PARTS
  }

  /** Immutable collections in each other; beyond it is not known. */
  private static final int DEEPEST = 8;

  private static final ClassValue<Kind> KINDS =
      ClassMembers.known(ChangeableKeys::choose);

  private ChangeableKeys() {}

  /** Returns whether all keys of a class are alike in this. */
  static boolean isKnownOfClass(Class<?> type) {
    return KINDS.get(type) != Kind.BY_ITS_PARTS;
  }

  /** Returns whether a key may have changed in what its hash code is made of. */
  static boolean includeHashed(Object key) {
    return HashedParts.of(key.getClass()) != HashedParts.NOTHING && include(key, 0);
  }

  /** Returns whether a key may have changed in what it is compared by. */
  static boolean includeSorted(Object key) {
    return include(key, 0);
  }

  private static boolean include(@Nullable Object key, int depth) {
    if (key == null) {
      return false;
    }
    Kind kind = KINDS.get(key.getClass());
    if (kind != Kind.BY_ITS_PARTS) {
      return kind == Kind.PERHAPS;
    }
    if (depth == DEEPEST) {
      return true;
    }
    boolean[] found = new boolean[1];
    GraphParts.visit(key, (part, label, role) -> found[0] = found[0] || include(part, depth + 1));
    return found[0];
  }

  private static Kind choose(Class<?> type) {
    if (Enum.class.isAssignableFrom(type) || type.isArray()) {
      return Kind.NEVER;
    }
    if (!type.getModule().isNamed()) {
      return Proxy.isProxyClass(type) || mayChange(type, new HashSet<>())
          ? Kind.PERHAPS
          : Kind.NEVER;
    }
    boolean holdsForEver =
        Unchangeable.isImmutableCollection(type)
            || type == Optional.class
            || type == AbstractMap.SimpleImmutableEntry.class
            || type == Map.entry(0, 0).getClass();
    if (holdsForEver) {
      return Kind.BY_ITS_PARTS;
    }
    return Collection.class.isAssignableFrom(type)
            || Map.class.isAssignableFrom(type)
            || Map.Entry.class.isAssignableFrom(type)
        ? Kind.PERHAPS
        : Kind.NEVER;
  }

  /**
   * Returns whether objects of a class of the application have a field that can change.
   *
   * @param open the classes whose fields are being looked at
   */
  private static boolean mayChange(Class<?> type, Set<Class<?>> open) {
    if (!open.add(type)) {
      return false; // which its other fields decide
    }
    Class<?> base = ClassMembers.baseOf(type);
    return (base != Object.class && base != Record.class && base != Number.class)
        || ClassMembers.storedFields(type)
            .anyMatch(
                field ->
                    !Modifier.isFinal(field.getModifiers())
                        || mayHoldWhatChanges(field.getType(), open));
  }

  private static boolean mayHoldWhatChanges(Class<?> declared, Set<Class<?>> open) {
    if (declared.isPrimitive() || Enum.class.isAssignableFrom(declared)) {
      return false;
    }
    if (declared.isArray() || declared.isInterface() || declared == Optional.class) {
      return true;
    }
    if (declared.getModule().isNamed()) {
      return !Unchangeable.isEachOf(declared);
    }
    return Modifier.isAbstract(declared.getModifiers())
        || Collection.class.isAssignableFrom(declared)
        || Map.class.isAssignableFrom(declared)
        || mayChange(declared, open);
  }
}
