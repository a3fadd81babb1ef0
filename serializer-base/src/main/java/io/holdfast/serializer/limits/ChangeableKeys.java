package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.GraphParts;
import io.holdfast.serializer.objects.Unchangeable;
import java.lang.reflect.Modifier;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tells by their classes which keys may trouble their table when it is read: they may have changed
 * since they were put in, so that they are equal to another one now, or can be neither hashed nor
 * compared any more, or they may need the table itself. These are collections, and objects of an
 * application whose class has a field that can change, or that may hold what can. Enums, and
 * records and classes whose parts are final values, are none.
 */
final class ChangeableKeys {

  private enum Trait {
    NEVER_CHANGES,
    /** It does if one of its parts does. */
    AS_ITS_PARTS,
    MAY_CHANGE
  }

  /** Immutable collections in each other; beyond it is not known. */
  private static final int DEEPEST = 8;

  private static final ClassValue<Trait> TRAITS = ClassMembers.known(ChangeableKeys::traitOf);

  private ChangeableKeys() {}

  /** Returns whether all keys of a class are alike in this. */
  static boolean isKnownOfClass(Class<?> type) {
    return TRAITS.get(type) != Trait.AS_ITS_PARTS;
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
    Trait trait = TRAITS.get(key.getClass());
    if (trait != Trait.AS_ITS_PARTS) {
      return trait == Trait.MAY_CHANGE;
    }
    if (depth == DEEPEST) {
      return true;
    }
    boolean[] found = new boolean[1];
    GraphParts.visit(key, (part, label, role) -> found[0] = found[0] || include(part, depth + 1));
    return found[0];
  }

  private static Trait traitOf(Class<?> type) {
    if (Enum.class.isAssignableFrom(type) || type.isArray()) {
      return Trait.NEVER_CHANGES;
    }
    if (!type.getModule().isNamed()) {
      return holdsValues(type, new HashSet<>()) ? Trait.NEVER_CHANGES : Trait.MAY_CHANGE;
    }
    boolean holdsForEver =
        Unchangeable.isImmutableCollection(type)
            || type == Optional.class
            || type == AbstractMap.SimpleImmutableEntry.class
            || type == Map.entry(0, 0).getClass();
    if (holdsForEver) {
      return Trait.AS_ITS_PARTS;
    }
    return isCollection(type)
            || Map.Entry.class.isAssignableFrom(type)
            || type == AtomicReference.class
            || !HashedParts.isOfJdk(type)
        ? Trait.MAY_CHANGE
        : Trait.NEVER_CHANGES;
  }

  private static boolean isCollection(Class<?> type) {
    return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
  }

  /**
   * Returns whether objects of a class of the application have final fields of values only.
   *
   * @param open the classes whose fields are being looked at
   */
  private static boolean holdsValues(Class<?> type, Set<Class<?>> open) {
    if (!open.add(type)) {
      return true; // the other fields decide
    }
    Class<?> base = ClassMembers.baseOf(type);
    return (base == Object.class || base == Record.class || base == Number.class)
        && ClassMembers.storedFields(type)
            .allMatch(
                field -> Modifier.isFinal(field.getModifiers()) && isValue(field.getType(), open));
  }

  private static boolean isValue(Class<?> declared, Set<Class<?>> open) {
    if (declared.isPrimitive() || Enum.class.isAssignableFrom(declared)) {
      return true;
    }
    if (declared.isArray() || declared.isInterface() || declared == Optional.class) {
      return false;
    }
    return declared.getModule().isNamed()
        ? !isCollection(declared) && Unchangeable.isEachOf(declared)
        : Modifier.isFinal(declared.getModifiers()) && holdsValues(declared, open);
  }
}
