package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * The place of a value in an object or record.
 *
 * @param name of the field or component, unique
 * @param kind how the value is written
 * @param exact the class of every value but null, if it is not written with each
 */
record Slot(String name, SlotKind kind, @Nullable Class<?> exact) {

  /** One whose value brings its class. */
  static Slot named(String name, Class<?> declared) {
    return new Slot(name, SlotKind.of(declared), null);
  }

  /** One that has a fixed place, and whose declared type tells the class where it can. */
  static Slot fixed(String name, Class<?> declared) {
    SlotKind kind = SlotKind.of(declared);
    boolean isExact = kind == SlotKind.OBJECT && Modifier.isFinal(declared.getModifiers());
    return new Slot(name, kind, isExact ? declared : null);
  }

  void write(Kryo kryo, Output output, @Nullable Object value) {
    if (exact == null) {
      kind.write(kryo, output, value);
    } else {
      GuardedKryo.of(kryo).writeExact(output, exact, value);
    }
  }

  @Nullable Object read(Kryo kryo, Input input) {
    return exact == null ? kind.read(kryo, input) : GuardedKryo.of(kryo).readExact(input, exact);
  }
}
