package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;

/** A class that a customizer gave a number, a serializer, or both. */
@SuppressWarnings("rawtypes")
final class CustomRegistration extends Registration {

  private final int step;
  private final boolean ours;

  /**
   * Creates it.
   *
   * @param step its place in the {@link Customizations}
   * @param ours whether the serializer is the one that the class would have without the customizer
   */
  CustomRegistration(Class<?> type, Serializer serializer, int id, int step, boolean ours) {
    super(type, serializer, id);
    this.step = step;
    this.ours = ours;
  }

  int step() {
    return step;
  }

  /**
   * Returns whether an object can be read from a record whose writer knew fewer steps than are
   * known here.
   *
   * @param known how many steps the writer had used
   * @param byName whether the record has the class by its name
   */
  boolean isReadable(int known, boolean byName) {
    return step < known || (byName && ours);
  }
}
