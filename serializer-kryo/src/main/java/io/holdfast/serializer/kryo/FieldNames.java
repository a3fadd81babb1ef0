package io.holdfast.serializer.kryo;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of the fields of a class and the classes above it. The lowest field of a name has that
 * name in the bytes; those that it hides have the name of their class before it, which says whose
 * they are. Whose the lowest one was, nothing says: it is refused where it may be that of another
 * field than the one that has its name now.
 */
final class FieldNames {

  private final Class<?> type;
  private final List<Field> fields;
  private final List<String> written = new ArrayList<>();

  /**
   * Names fields.
   *
   * @param type the lowest class
   * @param fields those of the lowest class first
   */
  FieldNames(Class<?> type, List<Field> fields) {
    this.type = type;
    this.fields = List.copyOf(fields);
    Set<String> taken = new HashSet<>();
    for (Field field : fields) {
      written.add(taken.add(field.getName()) ? field.getName() : full(field));
    }
  }

  private static String full(Field field) {
    return field.getDeclaringClass().getName() + "." + field.getName();
  }

  /** The names under which the fields are written, in their order. */
  List<String> written() {
    return written;
  }

  /** Which field each stored name is now. */
  static final class Found {

    private final Map<String, Integer> indexes = new HashMap<>();

    private Found() {}

    /** The place of the field, -1 if it is gone. */
    int index(String stored) {
      return indexes.getOrDefault(stored, -1);
    }
  }

  /**
   * Finds the fields of an object that was stored.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if a value may be that of
   *     more than one field
   */
  Found find(List<String> stored) {
    Found found = new Found();
    Map<String, Set<String>> owners = new HashMap<>();
    for (String name : stored) {
      int dot = name.lastIndexOf('.');
      if (dot >= 0) {
        owners
            .computeIfAbsent(name.substring(dot + 1), ignored -> new HashSet<>())
            .add(name.substring(0, dot));
      }
    }
    for (int i = 0; i < fields.size(); i++) {
      found.indexes.put(full(fields.get(i)), i);
    }
    for (String name : stored) {
      if (name.indexOf('.') < 0) {
        found.indexes.put(name, lowest(name, owners.getOrDefault(name, Set.of())));
      }
    }
    return found;
  }

  /** The field that was the lowest one of its name, above which others had one too. */
  private int lowest(String name, Set<String> above) {
    int lowest = -1;
    int known = 0;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (!field.getName().equals(name)) {
        continue;
      }
      if (above.contains(field.getDeclaringClass().getName())) {
        known++;
      } else if (lowest >= 0) {
        throw unclear(name);
      } else if (known == 0) {
        lowest = i;
      }
    }
    boolean moved = lowest >= 0 && fields.get(lowest).getDeclaringClass() != type;
    if (moved && known < above.size()) {
      throw unclear(name);
    }
    return lowest;
  }

  private TranscoderException unclear(String name) {
    return new TranscoderException(
        Reason.UNREADABLE,
        "class %s has other fields %s than when it was written: which is which, nothing says"
            .formatted(type.getName(), name));
  }
}
