package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;

/**
 * Writes the fields of the application's classes and records without their names, and without the
 * classes that their declared types tell: for those who want the last bytes. To be named in {@code
 * customConverter}.
 *
 * <p>The price is evolution. An object can be read only while its class has exactly the fields with
 * which it was written. Each record holds a fingerprint of them: after a change of the fields it is
 * refused, and its session starts empty. Records can be read with and without this setting, however
 * they were written.
 */
public final class FieldSerializers implements KryoCustomizer {

  /** Found by name. */
  public FieldSerializers() {}

  @Override
  public void customize(Kryo kryo) {
    GuardedKryo.of(kryo).fixLayouts();
  }
}
