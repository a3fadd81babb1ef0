package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.own.FormInput;
import io.holdfast.serializer.own.FormOutput;
import io.holdfast.serializer.own.FormReader;
import io.holdfast.serializer.own.FormWriter;
import io.holdfast.serializer.own.OwnForm;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Objects with a {@code writeObject} or {@code readObject} of their own. As long as nothing in them
 * leads back to them, they are a {@link NestedSerializer nested} stream; otherwise what they write
 * of themselves stands in the graph.
 */
final class FormSerializer extends Serializer<Object> {

  /** No number that Kryo writes: zero, in one byte more than it takes. */
  private static final byte[] MARK = {(byte) 0x80, 0};

  private static final int END = 0;
  private static final int SECTION = 1;
  private static final int DATA = 2;
  private static final int OBJECT = 3;
  private static final int FIELD = 4;

  private final Class<?> type;
  private final NestedSerializer nested;
  private final BareInstances instances;

  FormSerializer(Class<?> type, NestedSerializer nested, BareInstances instances) {
    this.type = type;
    this.nested = nested;
    this.instances = instances;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    if (!GuardedKryo.of(kryo).around().shows(type)) {
      nested.write(kryo, output, object);
      return;
    }
    GuardedKryo.of(kryo).work().met(object);
    if (OwnForm.isResolved(type)) {
      GuardedKryo.of(kryo).trial().requireReadBack();
    }
    output.writeBytes(MARK);
    try {
      FormOutput.write(object, new Writer(kryo, output));
    } catch (IOException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class %s failed to write itself: %s".formatted(type.getName(), e), e);
    }
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> requested) {
    BoundedInput bounded = BoundedInput.of(input);
    if (!bounded.skip(MARK)) {
      return nested.read(kryo, input, requested);
    }
    Object object = OwnForm.create(type, instances);
    kryo.reference(object);
    GuardedKryo guarded = GuardedKryo.of(kryo);
    CheckedReferences references = guarded.references();
    int id = references.idOfLast();
    Object resolved = FormInput.read(object, new Reader(guarded, bounded), references.forms());
    guarded.context().filter().checkNotDenied(resolved.getClass());
    references.setReadObject(id, resolved);
    guarded.work().memory().look();
    return resolved;
  }

  private record Writer(Kryo kryo, Output output) implements FormWriter {

    @Override
    public void section(String className) {
      output.writeByte(SECTION);
      output.writeString(className);
    }

    @Override
    public void data(byte[] bytes) {
      GuardedKryo.of(kryo).checkLength(bytes, bytes.length);
      output.writeByte(DATA);
      output.writeVarInt(bytes.length, true);
      output.writeBytes(bytes);
    }

    @Override
    public void object(@Nullable Object object) {
      output.writeByte(OBJECT);
      value(object);
    }

    @Override
    public void field(String name, @Nullable Object value) {
      output.writeByte(FIELD);
      output.writeString(name);
      value(value);
    }

    private void value(@Nullable Object value) {
      GuardedKryo.of(kryo).work().met(value);
      kryo.writeClassAndObject(output, value);
    }

    @Override
    public void end() {
      output.writeByte(END);
    }
  }

  private static final class Reader implements FormReader {

    private final GuardedKryo kryo;
    private final BoundedInput input;
    private String name = "";
    private Item current = Item.END;

    Reader(GuardedKryo kryo, BoundedInput input) {
      this.kryo = kryo;
      this.input = input;
    }

    @Override
    public Item next() {
      kryo.work().step();
      return switch (input.readByte()) {
        case END -> Item.END;
        case SECTION -> named(Item.SECTION);
        case DATA -> item(Item.DATA);
        case OBJECT -> item(Item.OBJECT);
        case FIELD -> named(Item.FIELD);
        default -> throw new TranscoderException(Reason.UNREADABLE, "an item of no kind");
      };
    }

    private Item named(Item item) {
      name = String.valueOf(input.readString());
      return item(item);
    }

    private Item item(Item item) {
      current = item;
      return item;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public byte[] data() {
      return input.readBytes(input.readLength());
    }

    @Override
    public @Nullable Object object() {
      Object object = kryo.readClassAndObject(input);
      kryo.work().metElsewhere(object);
      return object;
    }

    @Override
    public void skip() {
      if (current == Item.DATA) {
        byte[] unused = data();
      } else {
        Object unused = object();
      }
    }
  }
}
