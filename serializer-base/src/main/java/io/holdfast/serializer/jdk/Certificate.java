package io.holdfast.serializer.jdk;

import java.io.InvalidObjectException;
import java.io.Serializable;

/** Gives {@link CertificateRep} the simple name that a stream demands. */
final class Certificate {

  private Certificate() {}

  /** Reads what stands in a stream for a certificate, in place of the JDK's own class. */
  static final class CertificateRep implements Serializable {

    /** The class in whose place this one stands. */
    static final String NAME = "java.security.cert.Certificate$CertificateRep";

    private static final long serialVersionUID = -8563758940495660020L;

    @SuppressWarnings("NullAway") // set by the stream
    private String type;

    @SuppressWarnings("NullAway") // set by the stream
    private byte[] data;

    private CertificateRep() {}

    private Object readResolve() throws InvalidObjectException {
      return Certificates.resolve(type, data, Certificates::certificate);
    }
  }
}
