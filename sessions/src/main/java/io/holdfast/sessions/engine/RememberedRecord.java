package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import java.util.ConcurrentModificationException;
import org.jspecify.annotations.Nullable;

/**
 * Restores records whose bytes were given up, with the present bytes of the instance that shows
 * them. The next save of the instance merges attributes that have changed in it since.
 */
final class RememberedRecord {

  private RememberedRecord() {}

  /** A record with bytes: all attributes of the instance that shows it. */
  static SessionSnapshot of(SessionSnapshot record, Encoded mine) {
    return record.isForgotten() ? record.withAttributes(mine.attributes()) : record;
  }

  /**
   * A record with bytes. Encodes the instance if it has none; its notes of changes stay.
   *
   * @return null if the instance does not show the record, or another thread changes it all the
   *     time
   */
  static @Nullable SessionSnapshot of(SessionSnapshot record, @Nullable SessionInstance here) {
    if (!record.isForgotten()) {
      return record;
    }
    if (here == null
        || here.instanceAttributes().isAway()
        || !here.instanceState().shows(record.version())) {
      return null;
    }
    try {
      return of(
          record,
          here.instanceAttributes().encode(here.sessionId(), here::isStorable, () -> false, true));
    } catch (ConcurrentModificationException e) {
      return null;
    }
  }
}
