package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The writer of each session that has an instance in this Tomcat. All instances of a session share
 * one, also those that only one request sees, and those that replace another. Thread-safe.
 *
 * <p>A record remembers the latest versions of {@link
 * io.holdfast.core.session.VersionHistory#REACH} writers only. If each instance had a writer of its
 * own, that many requests would push out the version of a change that is not stored yet, and it
 * would count as stored.
 *
 * <p>Instances keep their writer alive; this class does not.
 */
final class SessionWriters {

  /** By the base of the session's id; one that has another id by now counts as gone. */
  private final ConcurrentMap<String, Known> writers = new ConcurrentHashMap<>();

  private final ReferenceQueue<SessionWriter> gone = new ReferenceQueue<>();

  private static final class Known extends WeakReference<SessionWriter> {

    private final String base;
    private final long creationTime;

    Known(String base, long creationTime, SessionWriter writer, ReferenceQueue<SessionWriter> to) {
      super(writer, to);
      this.base = base;
      this.creationTime = creationTime;
    }

    /** The writer of a session, if it is still there and the session has this id. */
    @Nullable SessionWriter of(long created) {
      SessionWriter writer = get();
      return creationTime == created && writer != null && writer.isOf(base) ? writer : null;
    }
  }

  /** The writer of a session that was found. */
  SessionWriter of(SessionSnapshot found) {
    long created = found.times().creationTime();
    Known known = writers.get(found.id().base());
    SessionWriter writer = known == null ? null : known.of(created);
    return writer == null ? register(found.id(), created, new SessionWriter(found)) : writer;
  }

  /**
   * A session is stored under an id for the first time.
   *
   * @return the session's writer: another than this if an instance with that is already here
   */
  SessionWriter register(SessionId id, long creationTime, SessionWriter writer) {
    forgetGone();
    Known mine = new Known(id.base(), creationTime, writer, gone);
    SessionWriter there = null;
    while (there == null) {
      Known now =
          writers.compute(
              mine.base,
              (base, known) -> known == null || known.of(creationTime) == null ? mine : known);
      there = now == mine ? writer : now.of(creationTime);
    }
    return there;
  }

  private void forgetGone() {
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      Known known = (Known) each;
      writers.remove(known.base, known);
    }
  }

  /** How many there are, at most. */
  int count() {
    forgetGone();
    return writers.size();
  }
}
