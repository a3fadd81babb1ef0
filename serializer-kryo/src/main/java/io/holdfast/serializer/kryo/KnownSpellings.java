package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by texts. The first few texts are recognised by their bytes, so that reading one of them
 * makes no String.
 */
final class KnownSpellings<V> {

  private static final int MOST_COMPARED = 12;
  private static final int FIRST_BUFFER = 64;

  private final List<Spelling<V>> compared = new ArrayList<>();
  private final Map<String, V> others = new HashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Spelling<V>(byte[] bytes, V value) {}

  boolean isEmpty() {
    return compared.isEmpty();
  }

  /** Passes over the text that comes next if it is one of the first, and returns its value. */
  @Nullable V skip(BoundedInput input) {
    for (int i = 0; i < compared.size(); i++) {
      Spelling<V> spelling = compared.get(i);
      if (input.skip(spelling.bytes())) {
        return spelling.value();
      }
    }
    return null;
  }

  /** The value of a text that {@link #skip} did not pass over. */
  @Nullable V get(String text) {
    return others.get(text);
  }

  /** Adds the value of a text that has none. */
  void put(String text, V value) {
    if (compared.size() == MOST_COMPARED) {
      others.put(text, value);
      return;
    }
    Output output = new Output(FIRST_BUFFER, -1);
    output.writeString(text);
    compared.add(new Spelling<>(output.toBytes(), value));
  }
}
