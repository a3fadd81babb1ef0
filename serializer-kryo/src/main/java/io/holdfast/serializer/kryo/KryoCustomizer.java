package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;

/**
 * Adds serializers for types of the application; named by {@code customConverter}. It needs a
 * public constructor without parameters. Its class is looked for in the web application first, then
 * beside Holdfast.
 */
public interface KryoCustomizer {

  /**
   * Configures one of the several Kryo objects of a web application. Register serializers, in the
   * same order each time, with {@code kryo.register(type, serializer)} or {@code
   * kryo.addDefaultSerializer(type, serializer)}. A serializer given here replaces ours, and must
   * be able to read what it writes. Do not change other settings of Kryo.
   *
   * @param kryo used by one thread at a time, with the built-in serializers already registered
   */
  void customize(Kryo kryo);
}
