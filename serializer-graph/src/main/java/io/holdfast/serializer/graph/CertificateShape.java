package io.holdfast.serializer.graph;

import io.holdfast.serializer.jdk.Certificates;
import java.security.cert.CertPath;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** X.509 certificates, and paths of them, as their encoded bytes. */
enum CertificateShape implements Shape {
  ONE(X509Certificate.class) {
    @Override
    byte[] encode(Object instance) throws CertificateException {
      return Certificates.encoded((X509Certificate) instance);
    }

    @Override
    Object decode(byte[] bytes) throws CertificateException {
      return Certificates.certificate(bytes);
    }
  },

  PATH(CertPath.class) {
    @Override
    byte[] encode(Object instance) throws CertificateException {
      return Certificates.encoded((CertPath) instance);
    }

    @Override
    Object decode(byte[] bytes) throws CertificateException {
      return Certificates.path(bytes);
    }
  };

  private final Class<?> named;

  CertificateShape(Class<?> named) {
    this.named = named;
  }

  abstract byte[] encode(Object instance) throws CertificateException;

  abstract Object decode(byte[] bytes) throws CertificateException;

  @Override
  public Class<?> wireClass(Object instance) {
    return named;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    byte[] bytes;
    try {
      bytes = encode(instance);
    } catch (CertificateException e) {
      throw out.state().refuse(named, e.toString(), e);
    }
    out.state().checkLength(instance, bytes.length);
    out.bytes(bytes);
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    try {
      return decode(in.bytes());
    } catch (CertificateException e) {
      throw DecodeState.unreadable("class %s cannot be read".formatted(named.getName()), e);
    }
  }
}
