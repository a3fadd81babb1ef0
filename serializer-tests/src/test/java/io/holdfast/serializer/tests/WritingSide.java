package io.holdfast.serializer.tests;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.kit.Kind;
import java.util.ArrayList;
import java.util.List;

/** Writes every kind with every serializer, as this virtual machine is set up. */
final class WritingSide {

  private WritingSide() {}

  static List<Encoding> encodings() {
    List<Encoding> encodings = new ArrayList<>();
    for (Serializer serializer : Serializer.ALL) {
      Transcoder transcoder = serializer.transcoder();
      List<Kind> accepted = new ArrayList<>();
      for (Kind kind : KindGroups.kinds()) {
        Encoding encoding = encoding(serializer, transcoder, kind);
        encodings.add(encoding);
        if (!encoding.isRefused()) {
          accepted.add(kind);
        }
      }
      encodings.add(encoding(serializer, transcoder, OneSession.of(accepted)));
    }
    return encodings;
  }

  private static Encoding encoding(Serializer serializer, Transcoder transcoder, Kind kind) {
    try {
      Bytes bytes = Bytes.wrap(transcoder.encode(kind.sample().get()));
      return new Encoding(serializer.title(), kind.name(), bytes, null);
    } catch (TranscoderException e) {
      return new Encoding(serializer.title(), kind.name(), null, String.valueOf(e.getMessage()));
    }
  }
}
