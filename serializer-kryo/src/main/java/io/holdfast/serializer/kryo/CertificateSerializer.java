package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.jdk.Certificates;
import java.security.cert.CertPath;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/**
 * Certificates, or paths of them, as their encoded bytes.
 *
 * @param <T> the class of the JDK that stands for all such
 */
final class CertificateSerializer<T> extends Serializer<T> {

  private final Class<T> type;

  /** Creates it for {@link X509Certificate}s, or for {@link CertPath}s. */
  CertificateSerializer(Class<T> type) {
    this.type = type;
  }

  @Override
  public void write(Kryo kryo, Output output, T certificate) {
    byte[] bytes;
    try {
      bytes =
          certificate instanceof CertPath path
              ? Certificates.encoded(path)
              : Certificates.encoded((X509Certificate) certificate);
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
      return type.cast(
          type == CertPath.class ? Certificates.path(bytes) : Certificates.certificate(bytes));
    } catch (CertificateException e) {
      throw new TranscoderException(
          Reason.UNREADABLE, "class %s cannot be read".formatted(type.getName()), e);
    }
  }
}
