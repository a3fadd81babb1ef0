package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;

/**
 * Writes the fields of the application's classes and records without their names, and without the
 * classes that their declared types tell: for those who want the last bytes. To be named in {@code
 * customConverter}.
 *
 * <p>What is given up: evolution. An object can be read only while its class has the very fields
 * with which it was written; each record holds a fingerprint of them, so that after any other
 * change it is refused and its session starts anew. Records are read with and without this setting,
 * whichever they were written with.
 */
public final class FieldSerializers implements KryoCustomizer {

  /** Found by name. */
  public FieldSerializers() {}

  @Override
  public void customize(Kryo kryo) {
    GuardedKryo.of(kryo).fixLayouts();
  }
}
