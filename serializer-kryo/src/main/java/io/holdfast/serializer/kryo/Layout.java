package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The fields of a class as one version of it had them, written once per graph and class. Either
 * names and kinds: a reader that has other fields sees which are missing, new or changed. Or only a
 * fingerprint of them: a reader that has other fields refuses. Both can be read whichever is
 * written.
 */
final class Layout {

  /** A value as it was written; the index is its place in the class as it is now, -1 if gone. */
  record Entry(int index, Slot slot) {}

  private static final int FIRST_BUFFER = 256;

  private final Class<?> type;
  private final FieldNames names;
  private final boolean fixed;
  private final List<Slot> slots;
  private final byte[] form;
  private final List<Entry> ownNamed = new ArrayList<>();
  private final List<Entry> ownFixed = new ArrayList<>();
  private final int fingerprint;
  private List<Entry> read = List.of();
  private int writtenInGraph = -1;
  private int readInGraph = -1;

  /**
   * Creates the layout of a class as it is now.
   *
   * @param fields the names, in the order of writing
   * @param declared the type of each field, in the same order
   * @param fixed whether only the fingerprint is written
   */
  Layout(Class<?> type, FieldNames fields, List<Class<?>> declared, boolean fixed) {
    this.type = type;
    this.names = fields;
    List<String> written = fields.written();
    this.fixed = fixed;
    CRC32C sum = new CRC32C();
    for (int i = 0; i < written.size(); i++) {
      ownNamed.add(new Entry(i, Slot.named(written.get(i), declared.get(i))));
      Slot place = Slot.fixed(written.get(i), declared.get(i));
      ownFixed.add(new Entry(i, place));
      String form = place.exact() == null ? place.kind().name() : place.exact().getName();
      sum.update((place.name() + ' ' + form + '\n').getBytes(StandardCharsets.UTF_8));
    }
    this.fingerprint = (int) sum.getValue();
    this.slots = own().stream().map(Entry::slot).toList();
    this.form = form();
  }

  /** The entries of the class as it is now, in the form in which it is written here. */
  List<Entry> own() {
    return fixed ? ownFixed : ownNamed;
  }

  private byte[] form() {
    Output output = new Output(FIRST_BUFFER, -1);
    if (fixed) {
      output.writeVarInt(0, true);
      output.writeInt(fingerprint);
      return output.toBytes();
    }
    output.writeVarInt(slots.size() + 1, true);
    for (Slot slot : slots) {
      output.writeString(slot.name());
      output.writeByte(slot.kind().code());
    }
    return output.toBytes();
  }

  /** The places of the values in the order in which they are written here. */
  List<Slot> slots() {
    return slots;
  }

  /** Writes the layout unless this graph has it already. */
  void write(Output output, int graph) {
    if (writtenInGraph == graph) {
      return;
    }
    writtenInGraph = graph;
    output.writeBytes(form);
  }

  /** Reads the layout of this graph where it comes first, and remembers it for the rest. */
  List<Entry> read(BoundedInput input, int graph) {
    if (readInGraph != graph) {
      read = input.skip(form) ? own() : readOther(input);
      readInGraph = graph;
    }
    return read;
  }

  private List<Entry> readOther(BoundedInput input) {
    int countAndOne = input.readVarInt(true);
    return countAndOne == 0 ? readFixed(input) : readNamed(input, input.believe(countAndOne - 1));
  }

  private List<Entry> readFixed(BoundedInput input) {
    if (input.readInt() != fingerprint) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "class %s has other fields now than when it was written without their names"
              .formatted(type.getName()));
    }
    return ownFixed;
  }

  private List<Entry> readNamed(Input input, int count) {
    List<Slot> stored = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      stored.add(new Slot(String.valueOf(input.readString()), SlotKind.read(input), null));
    }
    FieldNames.Found found = names.find(stored.stream().map(Slot::name).toList());
    List<Entry> entries = stored.stream().map(s -> new Entry(found.index(s.name()), s)).toList();
    return entries.equals(ownNamed) ? ownNamed : entries;
  }
}
