package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ClassMembers;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What the hash code of the objects of a class is made of. */
enum HashedParts {
  /** One value that does not change, as of a string, or the identity. */
  NOTHING,
  /** A few values: the class is of an application, and has a hash code of its own. */
  ITS_VALUES,
  /** All its parts, as those of collections, entries, optionals and records are. */
  ITS_PARTS,
  /**
   * Perhaps its fields: as with {@link #ITS_VALUES}, but there are fields that may hold
   * collections.
   */
  ITS_FIELDS;

  private static final ClassValue<HashedParts> KNOWN = ClassMembers.known(HashedParts::choose);

  static HashedParts of(Class<?> type) {
    return KNOWN.get(type);
  }

  /**
   * Returns whether the hash code of a class runs no code of an application, its parts aside, and
   * asks no name service.
   */
  static boolean isOfJdk(Class<?> type) {
    return type.getModule().isNamed() && !Proxy.isProxyClass(type) && type != URL.class;
  }

  private static HashedParts choose(Class<?> type) {
    if (type.isEnum()
        || type.isArray()
        || type == IdentityHashMap.class
        || isInherited(type, Object.class, "hashCode")) {
      return NOTHING;
    }
    if (type.isRecord()
        || Map.Entry.class.isAssignableFrom(type)
        || type == Optional.class
        || isCollectionAsOfJdk(type)) {
      return ITS_PARTS;
    }
    if (isOfJdk(type)) {
      return NOTHING;
    }
    return !Proxy.isProxyClass(type) && hasFieldForCollection(type) ? ITS_FIELDS : ITS_VALUES;
  }

  private static boolean hasFieldForCollection(Class<?> type) {
    return ClassMembers.storedFields(type).anyMatch(field -> mayHoldCollection(field.getType()));
  }

  private static boolean mayHoldCollection(Class<?> declared) {
    return declared.isInterface()
        || declared == Object.class
        || declared == Optional.class
        || Record.class.isAssignableFrom(declared)
        || Collection.class.isAssignableFrom(declared)
        || Map.class.isAssignableFrom(declared)
        || Map.Entry.class.isAssignableFrom(declared);
  }

  /**
   * Returns whether the elements of a collection are there: those of an application may load theirs
   * when they are asked for them, as a list does that tells its size and gets one element by its
   * index.
   */
  private static boolean isCollectionAsOfJdk(Class<?> type) {
    if (Map.class.isAssignableFrom(type)) {
      return isOfJdk(declaring(type, "hashCode"))
          && isOfJdk(declaring(type, "entrySet"))
          && isOfJdk(declaring(type, "forEach", BiConsumer.class));
    }
    return Collection.class.isAssignableFrom(type)
        && isOfJdk(declaring(type, "hashCode"))
        && isOfJdk(declaring(type, "size"))
        && isOfJdk(declaring(type, "forEach", Consumer.class))
        && isOfJdk(declaring(type, "iterator"));
  }

  private static boolean isInherited(Class<?> type, Class<?> from, String method) {
    return declaring(type, method) == from;
  }

  private static Class<?> declaring(Class<?> type, String method, Class<?>... parameters) {
    try {
      return type.getMethod(method, parameters).getDeclaringClass();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every such object has it: " + method, e);
    }
  }
}
