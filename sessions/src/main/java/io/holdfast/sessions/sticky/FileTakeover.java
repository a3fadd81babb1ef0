package io.holdfast.sessions.sticky;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.model.StoredState;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a sticky session that a request asks for goes on from its file.
 *
 * <p>The file has the state at the last Tomcat, unless another Tomcat has served the session since:
 * then the id has another route, or the store a record of a later use.
 */
final class FileTakeover {

  private static final System.Logger LOG = Loggers.of(FileTakeover.class);

  private final DiskFallback files;
  private final SnapshotCodec codec;
  private final SessionAge age;
  private final SessionMetrics metrics;

  FileTakeover(DiskFallback files, SnapshotCodec codec, SessionAge age, SessionMetrics metrics) {
    this.files = files;
    this.codec = codec;
    this.age = age;
    this.metrics = metrics;
  }

  /**
   * The store's answer, or the session in the file if that is newer.
   *
   * @param requested as the client sent it
   * @param local the copy that this Tomcat has; null if it has none
   */
  FailoverResult orBetter(SessionId requested, @Nullable LiveSession local, FailoverResult answer) {
    SessionSnapshot kept = files.claim(requested);
    if (kept == null) {
      return answer;
    }
    long stored =
        answer instanceof FailoverResult.Newer newer
                && created(kept) == newer.session().times().creationTime()
            ? newer.session().version()
            : 0;
    if (isOutdated(requested, kept, answer) || isOfFormerSession(kept, local)) {
      metrics.increment(Metric.FILES_OUTDATED);
      files.ended(requested);
      return answer;
    }
    return answer instanceof FailoverResult.NothingBetter && isAsNewAs(kept, local)
        ? answer
        : restored(kept, Math.max(kept.version(), stored), answer);
  }

  private static long created(SessionSnapshot kept) {
    return kept.times().creationTime();
  }

  /** Whether the session in the file has ended, and the one that is here got its id. */
  private static boolean isOfFormerSession(SessionSnapshot kept, @Nullable LiveSession local) {
    return local != null && local.isLive() && created(kept) < local.times().creationTime();
  }

  /** Whether the local copy was used as late as the one in the file; it may come from the file. */
  private static boolean isAsNewAs(SessionSnapshot kept, @Nullable LiveSession local) {
    return local != null
        && local.isLive()
        && local.times().creationTime() == created(kept)
        && local.backupState().lastUseOf(local) >= kept.times().thisAccessedTime();
  }

  private boolean isOutdated(SessionId requested, SessionSnapshot kept, FailoverResult answer) {
    return !Objects.equals(requested.jvmRoute(), kept.id().jvmRoute())
        || age.isOver(kept.times())
        || (answer instanceof FailoverResult.Newer newer
            && isOlder(
                kept,
                newer.session().times().creationTime(),
                newer.session().version(),
                newer.session().times().lastAccessedTime()));
  }

  /**
   * Whether a record of the store is newer than the file. The session that was created later is the
   * newer one. Of one session, two Tomcats that did not know of each other may have used the same
   * versions; then the time of the last use decides.
   *
   * @param creationTime of the record's session
   * @param version of the record
   * @param lastUse that the record knows of
   */
  static boolean isOlder(SessionSnapshot kept, long creationTime, long version, long lastUse) {
    if (creationTime != created(kept)) {
      return created(kept) < creationTime;
    }
    long keptUse = kept.times().thisAccessedTime();
    return lastUse > keptUse || (lastUse == keptUse && version >= kept.version());
  }

  private FailoverResult restored(SessionSnapshot kept, long version, FailoverResult answer) {
    try {
      RestoredSession session =
          new RestoredSession(
              kept.id(),
              version,
              age.inUse(kept.times()),
              kept.authType(),
              codec.decodePrincipal(kept.id(), kept.principal()),
              codec.decodeNotes(kept.notes()),
              codec.decodeReadable(kept.id(), kept.attributes()),
              StickyState.of(
                  new StoredState(
                      version == kept.version() ? kept.lineage() : VersionHistory.counted(version),
                      null,
                      Fingerprint.of(kept.attributes()),
                      List.of(),
                      kept.times().thisAccessedTime())));
      metrics.increment(Metric.FILES_TAKEN_BACK);
      return new FailoverResult.Newer(session);
    } catch (TranscoderException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "What was kept of session {0} cannot be decoded: {1}",
          kept.id(),
          e.getMessage());
      files.unreadable(kept.id());
      return answer;
    }
  }
}
