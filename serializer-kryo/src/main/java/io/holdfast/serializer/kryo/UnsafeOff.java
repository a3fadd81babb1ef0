package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;

/**
 * Keeps Kryo from using {@code sun.misc.Unsafe}, which newer JVMs warn of. Kryo reads the system
 * property {@code kryo.unsafe} once, when one of its classes is initialized. The property is set
 * for that moment only, and only if it was not set before. Our own serializers never use Unsafe,
 * whatever the property says.
 */
final class UnsafeOff {

  private static final String PROPERTY = "kryo.unsafe";
  private static final String READER_OF_PROPERTY = "com.esotericsoftware.kryo.util.Util";

  private UnsafeOff() {}

  static synchronized void load() {
    boolean absent = System.getProperty(PROPERTY) == null;
    if (absent) {
      System.setProperty(PROPERTY, "false");
    }
    try {
      Class.forName(READER_OF_PROPERTY, true, Kryo.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new TranscoderException(
          Reason.UNUSABLE, "the Kryo in use is not one of version 5.6: class not found", e);
    } finally {
      if (absent) {
        System.clearProperty(PROPERTY);
      }
    }
  }
}
