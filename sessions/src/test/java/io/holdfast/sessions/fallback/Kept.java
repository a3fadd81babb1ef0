package io.holdfast.sessions.fallback;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;

/** Sessions to keep in files. */
final class Kept {

  private Kept() {}

  static SessionSnapshot session(String id, long version) {
    return session(id, version, 20);
  }

  static SessionSnapshot session(String id, long version, int attributeBytes) {
    return new SessionSnapshot(
        new SessionId(id),
        version,
        new SessionTimes(1_000, 2_000, 3_000, 1_800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        new EncodedAttributes.Together(Bytes.wrap(new byte[attributeBytes])));
  }
}
