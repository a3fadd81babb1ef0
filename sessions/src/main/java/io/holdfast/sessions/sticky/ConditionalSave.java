package io.holdfast.sessions.sticky;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.RecordRank;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.repository.LoadResult;
import io.holdfast.sessions.repository.NodeReplies;
import io.holdfast.sessions.repository.SaveResult;
import io.holdfast.sessions.repository.StickyRepository;
import org.jspecify.annotations.Nullable;

/**
 * Stores a session that is in {@link Uncertainty}: loads first, and replaces only what it has
 * loaded.
 *
 * <p>If there is a newer record, the local changes are merged into it; unless another Tomcat has
 * served the session since, for then that Tomcat stores it. Either way the instance here is
 * outdated. If there is the record of a session that got the id later, the session here has ended,
 * and nothing is stored of it.
 */
final class ConditionalSave {

  /** Each further one means that another Tomcat has written since the load. */
  private static final int ATTEMPTS = 5;

  private final StickyRepository repository;
  private final SnapshotCodec codec;
  private final SessionMetrics metrics;

  ConditionalSave(StickyRepository repository, SnapshotCodec codec, SessionMetrics metrics) {
    this.repository = repository;
    this.codec = codec;
    this.metrics = metrics;
  }

  /**
   * Saves, waiting for the store.
   *
   * @param mine the session as it is now
   * @param isOurs whether a request has proved that the session is this Tomcat's. If not, the
   *     record stays an uncertain one: the Tomcat that has the session by now may store it on other
   *     nodes at the same time, and what that one stores is the newer
   * @return the outcome; {@link SaveResult.Overtaken} if a newer record is to stay as it is
   */
  SavedRecord perform(
      LiveSession session, SessionSnapshot mine, boolean isOurs, TimeToLive timeToLive) {
    for (int i = 0; i < ATTEMPTS; i++) {
      SavedRecord result = attempt(session, mine, isOurs, timeToLive);
      if (result != null) {
        return result;
      }
    }
    return new SavedRecord(mine, new SaveResult.Failed());
  }

  /** Null if another Tomcat has written since the look. */
  private @Nullable SavedRecord attempt(
      LiveSession session, SessionSnapshot mine, boolean isOurs, TimeToLive timeToLive) {
    StickyState state = session.backupState();
    long created = mine.times().creationTime();
    LoadResult seen = repository.load(mine.id(), created).join();
    if (seen instanceof LoadResult.Found found
        && FailoverLoader.isOfLaterSession(found.snapshot(), session)) {
      state.end().replaced();
      return new SavedRecord(mine, new SaveResult.Overtaken());
    }
    Uncertainty uncertainty = state.uncertainty();
    if (uncertainty != null
        && seen instanceof LoadResult.Found found
        && !state.knows(found.snapshot(), mine.id(), created)) {
      SaveResult result = giveWay(session, uncertainty, mine, isOurs, found, timeToLive);
      return result == null ? null : new SavedRecord(mine, result);
    }
    VersionHistory uncertain = state.lineage(mine.version(), false);
    state.stillUnreachable(seen.replies().unreachable());
    VersionHistory lineage = isOurs ? state.lineage(mine.version(), true) : uncertain;
    SessionSnapshot snapshot = mine.withLineage(lineage);
    SaveResult result = save(seen.replies(), snapshot, timeToLive);
    return result == null ? null : new SavedRecord(snapshot, result);
  }

  private @Nullable SaveResult save(
      NodeReplies seen, SessionSnapshot snapshot, TimeToLive timeToLive) {
    SaveResult result = repository.saveOver(seen, snapshot, timeToLive).join();
    return result instanceof SaveResult.Overtaken ? null : result;
  }

  /** From now on a request makes the session from its record: what is here lacks the newer one. */
  private @Nullable SaveResult giveWay(
      LiveSession session,
      Uncertainty uncertainty,
      SessionSnapshot mine,
      boolean isOurs,
      LoadResult.Found found,
      TimeToLive timeToLive) {
    StickyState state = session.backupState();
    SessionSnapshot newer = found.snapshot();
    LocalChanges own = LocalChanges.of(session, session.storableAttributes(), uncertainty, codec);
    state.outdatedBy(newer);
    boolean wasUsedLater = newer.times().thisAccessedTime() > state.lastUseOf(session);
    if (wasUsedLater || own.isEmpty()) {
      metrics.add(Metric.SAVES_REFUSED, own.isEmpty() ? 0 : 1);
      return new SaveResult.Overtaken();
    }
    state.outdo(newer.version());
    SessionSnapshot joined = joined(session, own, mine, isOurs, found);
    SaveResult result = save(found.replies(), joined, timeToLive);
    if (result instanceof SaveResult.Stored) {
      metrics.increment(Metric.DIVERGENCES);
      state.outdatedBy(joined);
    }
    return result;
  }

  private SessionSnapshot joined(
      LiveSession session,
      LocalChanges own,
      SessionSnapshot mine,
      boolean isOurs,
      LoadResult.Found found) {
    SessionSnapshot newer = found.snapshot();
    long version = session.backupState().nextVersion();
    VersionHistory lineage =
        isOurs && found.replies().unreachable().isEmpty()
            ? VersionHistory.counted(version)
            : VersionHistory.inDoubt(version, RecordRank.of(newer).certain());
    SessionTimes interval = own.isInterval() ? mine.times() : newer.times();
    return new SessionSnapshot(
        mine.id(),
        lineage,
        mine.origins(),
        mine.times().withInterval(interval.maxInactiveInterval()),
        own.isUser() ? mine.authType() : newer.authType(),
        own.isUser() ? mine.principal() : newer.principal(),
        own.areNotesFromHere(mine.authType(), newer.authType()) ? mine.notes() : newer.notes(),
        laidOver(own, mine, newer));
  }

  /** Merges in bytes where that can be: an attribute that cannot be read here stays as it is. */
  private EncodedAttributes laidOver(
      LocalChanges own, SessionSnapshot mine, SessionSnapshot newer) {
    if (mine.attributes() instanceof EncodedAttributes.Apart here
        && newer.attributes() instanceof EncodedAttributes.Apart there) {
      return own.over(here, there);
    }
    return codec.encode(mine.id(), own.over(codec.decodeReadable(mine.id(), newer.attributes())));
  }
}
