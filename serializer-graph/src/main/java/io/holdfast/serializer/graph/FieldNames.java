package io.holdfast.serializer.graph;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names of the fields of a class and the classes above it. A name that several of them have is
 * written with the name of the class, and every field is found by that. Records before that wrote
 * the name of the lowest class's field alone: such a name is believed where the others are there
 * too, and otherwise refused, as it may be that of any of them.
 *
 * @param <F> what stands for a field
 */
final class FieldNames<F> {

  private final List<F> all = new ArrayList<>();
  private final Map<String, F> byName = new HashMap<>();

  /** What must come with a name that several classes have, by that name. */
  private final Map<String, Set<String>> hidden = new HashMap<>();

  /**
   * Names fields.
   *
   * @param fields those of the lowest class first
   * @param make what stands for a field with the name under which it is written
   */
  FieldNames(List<Field> fields, BiFunction<Field, String, F> make) {
    Map<String, Long> count =
        fields.stream().collect(Collectors.groupingBy(Field::getName, Collectors.counting()));
    for (Field field : fields) {
      String plain = field.getName();
      String full = field.getDeclaringClass().getName() + ":" + plain;
      boolean unique = count.getOrDefault(plain, 1L) == 1;
      F made = make.apply(field, unique ? plain : full);
      all.add(made);
      byName.put(full, made);
      if (byName.putIfAbsent(plain, made) != null) {
        hidden.computeIfAbsent(plain, ignored -> new HashSet<>()).add(full);
      }
    }
  }

  /** All fields, those of the lowest class first. */
  List<F> all() {
    return all;
  }

  /** Starts to read an object. */
  Met meet() {
    return new Met();
  }

  /** The names that one object has in the bytes. */
  final class Met {

    private final Set<String> names = hidden.isEmpty() ? Set.of() : new HashSet<>();

    private Met() {}

    /** The field with a name, null if there is none any more. */
    @Nullable F find(String name) {
      if (!hidden.isEmpty()) {
        names.add(name);
      }
      return byName.get(name);
    }

    /** Refuses the object if one of its values may be that of another field. */
    void finish(Class<?> type) {
      hidden.forEach(
          (plain, others) -> {
            if (names.contains(plain) && !names.containsAll(others)) {
              throw DecodeState.unreadable(
                  "class %s has several fields %s now, and had one when it was written"
                      .formatted(type.getName(), plain),
                  null);
            }
          });
    }
  }
}
