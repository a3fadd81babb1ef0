package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.GraphParts;
import io.holdfast.serializer.objects.Unchangeable;
import java.lang.reflect.Modifier;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tells by their classes which keys may trouble their table. Some may have changed since they were
 * put in, so that they are equal to another one now, or can be neither hashed nor compared any
 * more: objects of an application whose class has a field that can change, and collections. Enums,
 * and records and classes whose parts are final and do not change, are none. Others may lead back
 * to the table, as they may hold an object that holds others.
 */
public final class ChangeableKeys {

  private enum Trait {
    MAY_CHANGE,
    /** If one of its parts may. */
    MAY_CHANGE_IN_PARTS,
    LEADS_ON
  }

  /** Immutable collections in each other; beyond it is not known. */
  private static final int DEEPEST = 8;

  private static final ClassValue<Set<Trait>> TRAITS = ClassMembers.known(ChangeableKeys::traitsOf);

  private ChangeableKeys() {}

  /** Returns whether objects of a class may hold something that holds others. */
  public static boolean leadOn(Class<?> type) {
    return type.isArray()
        ? !type.getComponentType().isPrimitive()
        : TRAITS.get(type).contains(Trait.LEADS_ON);
  }

  /** Returns whether all keys of a class are alike in this. */
  static boolean isKnownOfClass(Class<?> type) {
    return !TRAITS.get(type).contains(Trait.MAY_CHANGE_IN_PARTS);
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
    Set<Trait> traits = TRAITS.get(key.getClass());
    if (!traits.contains(Trait.MAY_CHANGE_IN_PARTS)) {
      return traits.contains(Trait.MAY_CHANGE);
    }
    if (depth == DEEPEST) {
      return true;
    }
    boolean[] found = new boolean[1];
    GraphParts.visit(key, (part, label, role) -> found[0] = found[0] || include(part, depth + 1));
    return found[0];
  }

  private static Set<Trait> traitsOf(Class<?> type) {
    if (Enum.class.isAssignableFrom(type) || type.isArray()) {
      return EnumSet.noneOf(Trait.class);
    }
    if (!type.getModule().isNamed()) {
      return traitsOfOwn(type, new HashSet<>());
    }
    boolean holdsForEver =
        Unchangeable.isImmutableCollection(type)
            || type == Optional.class
            || type == AbstractMap.SimpleImmutableEntry.class
            || type == Map.entry(0, 0).getClass();
    if (holdsForEver) {
      return EnumSet.of(Trait.MAY_CHANGE_IN_PARTS, Trait.LEADS_ON);
    }
    if (isCollection(type) || Map.Entry.class.isAssignableFrom(type)) {
      return EnumSet.of(Trait.MAY_CHANGE, Trait.LEADS_ON);
    }
    return type == AtomicReference.class || !HashedParts.isOfJdk(type)
        ? EnumSet.of(Trait.LEADS_ON)
        : EnumSet.noneOf(Trait.class);
  }

  private static boolean isCollection(Class<?> type) {
    return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
  }

  /**
   * The traits of objects of a class of the application, by their fields.
   *
   * @param open the classes whose fields are being looked at
   */
  private static Set<Trait> traitsOfOwn(Class<?> type, Set<Class<?>> open) {
    if (!open.add(type)) {
      return EnumSet.of(Trait.LEADS_ON); // whether it may change, its other fields decide
    }
    Class<?> base = ClassMembers.baseOf(type);
    if (base != Object.class && base != Record.class && base != Number.class) {
      return EnumSet.of(Trait.MAY_CHANGE, Trait.LEADS_ON); // it may hold anything
    }
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    ClassMembers.storedFields(type)
        .forEach(
            field -> {
              if (!Modifier.isFinal(field.getModifiers())) {
                traits.add(Trait.MAY_CHANGE);
              }
              traits.addAll(traitsOfField(field.getType(), open));
            });
    return traits;
  }

  private static Set<Trait> traitsOfField(Class<?> declared, Set<Class<?>> open) {
    if (declared.isPrimitive() || Enum.class.isAssignableFrom(declared)) {
      return EnumSet.noneOf(Trait.class);
    }
    if (declared.isArray()) {
      Set<Trait> traits = EnumSet.of(Trait.MAY_CHANGE);
      traits.addAll(traitsOfField(declared.getComponentType(), open));
      return traits;
    }
    if (declared.isInterface() || declared == Optional.class || isCollection(declared)) {
      return EnumSet.of(Trait.MAY_CHANGE, Trait.LEADS_ON);
    }
    if (!declared.getModule().isNamed()) {
      Set<Trait> traits = traitsOfOwn(declared, open);
      if (!Modifier.isFinal(declared.getModifiers())) {
        traits.add(Trait.LEADS_ON); // one of a class below it may
      }
      if (Modifier.isAbstract(declared.getModifiers())) {
        traits.add(Trait.MAY_CHANGE);
      }
      return traits;
    }
    if (Unchangeable.isEachOf(declared)) {
      return EnumSet.noneOf(Trait.class);
    }
    boolean isNumber = Number.class.isAssignableFrom(declared) && declared != Number.class;
    return declared == Date.class || isNumber
        ? EnumSet.of(Trait.MAY_CHANGE)
        : EnumSet.of(Trait.MAY_CHANGE, Trait.LEADS_ON);
  }
}
