package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Writes names of classes into a graph, those of their packages only once. */
final class WrittenNames {

  private static final int FIRST_BUFFER = 64;

  private final IdentityHashMap<Class<?>, Name> names = new IdentityHashMap<>();
  private final List<String> prefixes = new ArrayList<>();

  /**
   * A name in two parts.
   *
   * @param prefix up to the last dot, and with it
   * @param rest as it is written
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Name(String prefix, byte[] rest) {

    static Name of(Class<?> type) {
      String name = type.getName();
      int rest = name.lastIndexOf('.') + 1;
      Output output = new Output(FIRST_BUFFER, -1);
      output.writeString(name.substring(rest));
      return new Name(name.substring(0, rest), output.toBytes());
    }
  }

  /** Forgets which packages the graph has. */
  void reset() {
    prefixes.clear();
  }

  /** Writes the name; {@link ReadNames} reads it. */
  void write(Output output, Class<?> type) {
    Name name = names.computeIfAbsent(type, Name::of);
    int known = prefixes.indexOf(name.prefix());
    output.writeVarInt(known + 1, true);
    if (known < 0) {
      prefixes.add(name.prefix());
      output.writeString(name.prefix());
    }
    output.writeBytes(name.rest());
  }
}
