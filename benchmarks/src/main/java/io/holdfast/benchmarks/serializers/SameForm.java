package io.holdfast.benchmarks.serializers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The form in which two graphs with equal values and the same references give the same bytes: that
 * of JDK serialization, with equal values made one object, and maps and sets made lists.
 */
final class SameForm extends ObjectOutputStream {

  private final Map<Object, Object> values = new HashMap<>();
  private final IdentityHashMap<Object, Object> lists = new IdentityHashMap<>();

  private SameForm(ByteArrayOutputStream out) throws IOException {
    super(out);
    enableReplaceObject(true);
  }

  /** Fails unless the graphs are the same in this form. */
  static void require(String what, Object expected, Object found) throws IOException {
    if (!Arrays.equals(bytes(expected), bytes(found))) {
      throw new IllegalStateException(what + " reads back something else than it wrote");
    }
  }

  private static byte[] bytes(Object graph) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SameForm form = new SameForm(bytes)) {
      form.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  @Override
  protected Object replaceObject(Object object) {
    if (object instanceof Map<?, ?> map) {
      return lists.computeIfAbsent(object, ignored -> entries(map));
    }
    if (object instanceof Set<?> set) {
      return lists.computeIfAbsent(object, ignored -> sorted(set));
    }
    boolean isValue = object instanceof Comparable && !(object instanceof Enum);
    return isValue ? values.computeIfAbsent(object, same -> same) : object;
  }

  private static List<Object> entries(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>();
    sorted(map.keySet())
        .forEach(
            key -> {
              entries.add(key);
              entries.add(map.get(key));
            });
    return entries;
  }

  private static List<Object> sorted(Set<?> set) {
    return new ArrayList<>(set.stream().sorted(Comparator.comparing(Object::toString)).toList());
  }
}
