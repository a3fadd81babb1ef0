package io.holdfast.serializer.jdk;

import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.limits.WrittenTables;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the form in which the JDK writes {@code List.of}, {@code Set.of} and {@code Map.of}, in
 * place of the JDK's own class, whose simple name a stream demands. Sets and maps are counted by
 * {@link WorkBudget#placed} before they are made.
 */
final class CollSer implements Serializable {

  /** The class in whose place this one stands. */
  static final String NAME = WrittenTables.HIDDEN_COLLECTION;

  private static final long serialVersionUID = 6309168927139932177L;

  private static final int LIST = 1;
  private static final int SET = 2;
  private static final int MAP = 3;
  private static final int LIST_WITH_NULLS = 4;

  private int tag;

  @SuppressWarnings("NullAway") // set by readObject, without which there is no object
  private transient @Nullable Object[] array;

  private CollSer() {}

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    int length = in.readInt();
    if (length < 0) {
      throw new InvalidObjectException("negative length");
    }
    List<@Nullable Object> elements = new ArrayList<>(Math.min(length, 1_024));
    for (int i = 0; i < length; i++) {
      elements.add(in.readObject());
    }
    array = elements.toArray();
    if (tag == SET || tag == MAP) {
      ((GuardedObjectInput) in).work().placed(array, tag == MAP ? 2 : 1);
    }
  }

  private Object readResolve() throws InvalidObjectException {
    try {
      return switch (tag) {
        case LIST -> List.of(array);
        case SET -> Set.of(array);
        case MAP -> map(array);
        case LIST_WITH_NULLS -> Stream.of(array).toList();
        default -> throw new InvalidObjectException("no such collection: " + tag);
      };
    } catch (NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
      InvalidObjectException invalid = new InvalidObjectException("not such a collection");
      invalid.initCause(e);
      throw invalid;
    }
  }

  @SuppressWarnings("NullAway") // the JDK refuses null
  private static Map<Object, Object> map(@Nullable Object[] keysAndValues) {
    List<Map.Entry<Object, Object>> entries = new ArrayList<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.add(Map.entry(keysAndValues[i], keysAndValues[i + 1]));
    }
    @SuppressWarnings({"unchecked", "rawtypes"})
    Map.Entry<Object, Object>[] array = entries.toArray(new Map.Entry[0]);
    return Map.ofEntries(array);
  }
}
