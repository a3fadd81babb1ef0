package io.holdfast.serializer.jdk;

import java.io.InvalidObjectException;
import java.io.Serializable;

/** Gives {@link CertPathRep} the simple name that a stream demands. */
final class CertPath {

  private CertPath() {}

  /** Reads what stands in a stream for a path of certificates, in place of the JDK's own class. */
  static final class CertPathRep implements Serializable {

    /** The class in whose place this one stands. */
    static final String NAME = "java.security.cert.CertPath$CertPathRep";

    private static final long serialVersionUID = 3015633072427920915L;

    @SuppressWarnings("NullAway") // set by the stream
    private String type;

    @SuppressWarnings("NullAway") // set by the stream
    private byte[] data;

    private CertPathRep() {}

    private Object readResolve() throws InvalidObjectException {
      return Certificates.resolve(type, data, Certificates::path);
    }
  }
}
