package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.security.cert.CertificateException;

/**
 * Certificates, or paths of them, as their encoded bytes.
 *
 * @param <T> the class of the JDK that stands for all such
 */
final class CertificateSerializer<T> extends Serializer<T> {

  @FunctionalInterface
  interface Encoder<T> {
    byte[] encode(T certificate) throws CertificateException;
  }

  @FunctionalInterface
  interface Decoder<T> {
    T decode(byte[] bytes) throws CertificateException;
  }

  private final Class<T> type;
  private final Encoder<T> encoder;
  private final Decoder<T> decoder;

  CertificateSerializer(Class<T> type, Encoder<T> encoder, Decoder<T> decoder) {
    this.type = type;
    this.encoder = encoder;
    this.decoder = decoder;
  }

  @Override
  public void write(Kryo kryo, Output output, T certificate) {
    byte[] bytes;
    try {
      bytes = encoder.encode(certificate);
    } catch (CertificateException e) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class %s cannot be written: %s".formatted(type.getName(), e), e);
    }
    GuardedKryo.of(kryo).checkLength(certificate, bytes.length);
    output.writeVarInt(bytes.length, true);
    output.writeBytes(bytes);
  }

  @Override
  public T read(Kryo kryo, Input input, Class<? extends T> requested) {
    byte[] bytes = input.readBytes(BoundedInput.of(input).readLength());
    try {
      return decoder.decode(bytes);
    } catch (CertificateException e) {
      throw new TranscoderException(
          Reason.UNREADABLE, "class %s cannot be read".formatted(type.getName()), e);
    }
  }
}
