package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;

/** For classes whose objects could not be read again. */
final class RefusingSerializer extends Serializer<Object> {

  private final Class<?> type;
  private final String why;

  /**
   * Creates it.
   *
   * @param why completes the sentence "class X cannot be written: ..."
   */
  RefusingSerializer(Class<?> type, String why) {
    this.type = type;
    this.why = why;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    throw new TranscoderException(
        Reason.UNWRITABLE, "class %s cannot be written: %s".formatted(type.getName(), why));
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
    throw new TranscoderException(
        Reason.UNREADABLE, "class %s is never written".formatted(type.getName()));
  }
}
