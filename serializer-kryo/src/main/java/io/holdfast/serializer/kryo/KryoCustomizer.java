package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;

/**
 * Adds serializers for types of the application; named by {@code customConverter}. It needs a
 * public constructor without parameters. Its class is looked for in the web application first, then
 * beside Holdfast.
 */
public interface KryoCustomizer {

  /**
   * Configures one Kryo, of which there are several per web application: register serializers, in
   * the same order each time, with {@code kryo.register(type, serializer)} or {@code
   * kryo.addDefaultSerializer(type, serializer)}. A serializer given here is used in place of ours,
   * and what it writes it must be able to read. Other settings of Kryo must stay as they are.
   *
   * @param kryo used by one thread at a time, with the built-in serializers already registered
   */
  void customize(Kryo kryo);
}
