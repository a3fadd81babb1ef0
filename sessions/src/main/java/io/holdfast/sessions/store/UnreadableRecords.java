package io.holdfast.sessions.store;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.TranscoderException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells of records that cannot be used: counts each look at one, and warns once a minute at most of
 * each kind. A client that keeps the cookie of such a session looks at its record with each
 * request. Thread-safe.
 */
public final class UnreadableRecords {

  private static final System.Logger LOG = Loggers.of(UnreadableRecords.class);
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

  /** What is wrong with sound records. */
  private enum Trouble {
    OF_ANOTHER_SESSION,
    UNDECODABLE
  }

  private final SessionMetrics metrics;
  private final InstantSource clock;
  private final Map<Enum<?>, OccasionalLine> lines = new ConcurrentHashMap<>();

  /**
   * Creates one that has seen none.
   *
   * @param metrics counts what is found
   * @param clock tells when to write the next line
   */
  public UnreadableRecords(SessionMetrics metrics, InstantSource clock) {
    this.metrics = metrics;
    this.clock = clock;
  }

  /** What a node has is no record of this version. */
  void found(SessionId id, String node, RecordException failure) {
    report(failure.reason(), id, " on node " + node, failure.getMessage());
  }

  /** What a node has under the id is the record of another one. */
  void foundOfAnother(SessionId id, String node) {
    report(Trouble.OF_ANOTHER_SESSION, id, " on node " + node, "it belongs to another session");
  }

  /** The record is sound, and the application's objects cannot be made of it. */
  public void undecodable(SessionId id, TranscoderException failure) {
    report(
        Trouble.UNDECODABLE,
        id,
        "",
        failure.getMessage() + " (was it written by a newer version of the application?)");
  }

  private void report(Enum<?> kind, SessionId id, String where, @Nullable String why) {
    metrics.increment(Metric.LOADS_UNREADABLE);
    OccasionalLine line =
        lines.computeIfAbsent(kind, each -> new OccasionalLine(BETWEEN_WARNINGS, clock));
    long others = line.due();
    if (others >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The record of session {0}{1} cannot be used and counts as absent: {2}. {3} more"
              + " of this kind since the last message.",
          id,
          where,
          why,
          String.valueOf(others));
    }
  }
}
