package io.holdfast.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** What a node sends, in the pieces that a fault happens to. */
interface AnswerSource {

  /** The next piece; null at the end of the stream. */
  byte @Nullable [] next() throws IOException;

  /** How the bytes of a line are cut into pieces. */
  enum Kind {
    /** Answers of the text protocol. */
    TEXT,
    /** Records of TLS, those of the handshake too. */
    TLS;

    AnswerSource of(InputStream in) {
      return this == TEXT ? new AnswerReader(in) : new TlsRecordReader(in);
    }
  }
}
