package io.holdfast.serializer.jdk;

import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.SharedKinds;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes an object that a {@code writeReplace} made by one that it made before: all they hold
 * is the same, or equal if it is a value. Code of the application is not asked. For one thread.
 */
final class EqualParts {

  private static final ClassValue<List<Field>> FIELDS = ClassMembers.known(EqualParts::openFields);

  /** A stand-in holds arrays and collections that it made itself, hardly any within others. */
  private static final int LEVELS = 3;

  /** Many may hold the same ones, which then are looked into once. */
  private final IdentityHashMap<Object, Key> containers = new IdentityHashMap<>(0);

  /** Equal for objects that hold the same. */
  private record Key(Class<?> type, List<@Nullable Object> parts, int hash) {

    Key(Class<?> type, List<@Nullable Object> parts) {
      this(type, parts, 31 * type.hashCode() + parts.hashCode());
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof Key key
              && hash == key.hash
              && type == key.type
              && parts.equals(key.parts));
    }
  }

  /** Equal for one and the same object. */
  private record Same(Object object) {

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Same same && object == same.object;
    }
  }

  /** Returns what is equal for two objects that one {@code writeReplace} may have made. */
  Object of(Object object) {
    Class<?> type = object.getClass();
    return type.getModule().isNamed() || type.isArray()
        ? part(object, LEVELS)
        : new Key(type, fieldsOf(object));
  }

  private List<@Nullable Object> fieldsOf(Object object) {
    List<@Nullable Object> parts = new ArrayList<>();
    for (Field field : FIELDS.get(object.getClass())) {
      parts.add(partOrNull(ClassMembers.valueOf(field, object), LEVELS));
    }
    return parts;
  }

  private static List<Field> openFields(Class<?> type) {
    List<Field> fields = ClassMembers.fields(ClassMembers.ownClasses(type)).toList();
    fields.forEach(field -> field.setAccessible(true));
    return fields;
  }

  private @Nullable Object partOrNull(@Nullable Object part, int levels) {
    return part == null ? null : part(part, levels);
  }

  private Object part(Object part, int levels) {
    Class<?> type = part.getClass();
    boolean isOfJdk = type.isArray() || type.getModule().isNamed();
    if (!SharedKinds.include(type)) {
      return isOfJdk ? part : new Same(part);
    }
    if (levels == 0 || !isOfJdk) {
      return new Same(part);
    }
    Key known = containers.get(part);
    if (known == null) {
      List<@Nullable Object> elements = elementsOf(part, levels - 1);
      if (elements == null) {
        return new Same(part);
      }
      known = new Key(type, elements);
      containers.put(part, known);
    }
    return known;
  }

  private @Nullable List<@Nullable Object> elementsOf(Object container, int levels) {
    List<@Nullable Object> elements = new ArrayList<>();
    if (container.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(container); i++) {
        elements.add(partOrNull(Array.get(container, i), levels));
      }
    } else if (container instanceof Collection<?> collection) {
      collection.forEach(each -> elements.add(partOrNull(each, levels)));
    } else if (container instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        elements.add(partOrNull(each.getKey(), levels));
        elements.add(partOrNull(each.getValue(), levels));
      }
    } else {
      return null;
    }
    return elements;
  }
}
