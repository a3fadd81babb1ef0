package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.ClassFilter;

/** For classes that have a number in the format but are not allowed. */
final class ForbiddenSerializer extends Serializer<Object> {

  private final Class<?> type;
  private final ClassFilter filter;

  ForbiddenSerializer(Class<?> type, ClassFilter filter) {
    this.type = type;
    this.filter = filter;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    throw filter.rejectionOf(type);
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> requested) {
    throw filter.rejectionOf(type);
  }
}
