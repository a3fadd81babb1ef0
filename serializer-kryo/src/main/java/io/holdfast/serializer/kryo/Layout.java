package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of a class as one version of it had them: names and kinds, written once per graph and
 * class. A reader that has other fields sees which are missing, new or changed.
 */
final class Layout {

  /**
   * One field as it was written.
   *
   * @param index its place in the class as it is now, -1 if it is gone
   * @param kind how its value was written
   */
  record Entry(int index, SlotKind kind) {}

  private final List<String> names;
  private final List<SlotKind> kinds;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<Entry> own;
  private List<Entry> read = List.of();
  private int writtenInGraph = -1;
  private int readInGraph = -1;

  Layout(List<String> names, List<SlotKind> kinds) {
    this.names = names;
    this.kinds = kinds;
    Entry[] entries = new Entry[names.size()];
    for (int i = 0; i < names.size(); i++) {
      indexes.put(names.get(i), i);
      entries[i] = new Entry(i, kinds.get(i));
    }
    this.own = List.of(entries);
  }

  /** Writes the layout unless this graph has it already. */
  void write(Output output, int graph) {
    if (writtenInGraph == graph) {
      return;
    }
    writtenInGraph = graph;
    output.writeVarInt(names.size(), true);
    for (int i = 0; i < names.size(); i++) {
      output.writeString(names.get(i));
      output.writeByte(kinds.get(i).code());
    }
  }

  /** Reads the layout of this graph where it comes first, and remembers it for the rest. */
  List<Entry> read(Input input, int graph) {
    if (readInGraph == graph) {
      return read;
    }
    int count = BoundedInput.of(input).readLength();
    Entry[] entries = new Entry[count];
    boolean same = count == own.size();
    for (int i = 0; i < count; i++) {
      String name = String.valueOf(input.readString());
      entries[i] = new Entry(indexes.getOrDefault(name, -1), SlotKind.read(input));
      same = same && entries[i].equals(own.get(i));
    }
    read = same ? own : List.of(entries);
    readInGraph = graph;
    return read;
  }
}
