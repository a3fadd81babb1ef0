package io.holdfast.core.sticky;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.SnapshotCodec;
import io.holdfast.core.repository.LoadResult;
import io.holdfast.core.repository.SaveResult;
import io.holdfast.core.repository.StickyRepository;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.RecordRank;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.storage.TimeToLive;

/**
 * Stores a session that is in {@link Uncertainty}: loads first, and replaces only what it has
 * loaded.
 *
 * <p>If there is a newer record, the local changes are merged into it; unless another Tomcat has
 * served the session since, for then that Tomcat stores it. Either way the instance here is
 * outdated.
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
   * @return the outcome; {@link SaveResult.Overtaken} if a newer record is to stay as it is
   */
  SaveResult perform(LiveSession session, SessionSnapshot mine, TimeToLive timeToLive) {
    SaveResult result = new SaveResult.Failed();
    for (int i = 0; i < ATTEMPTS; i++) {
      result = attempt(session, mine, timeToLive);
      if (!(result instanceof SaveResult.Overtaken) || isOutdated(session)) {
        return result;
      }
    }
    return new SaveResult.Failed();
  }

  private static boolean isOutdated(LiveSession session) {
    Uncertainty uncertainty = session.backupState().uncertainty();
    return uncertainty != null && uncertainty.isOutdated();
  }

  private SaveResult attempt(LiveSession session, SessionSnapshot mine, TimeToLive timeToLive) {
    StickyState state = session.backupState();
    LoadResult seen = repository.load(mine.id()).join();
    Uncertainty uncertainty = state.uncertainty();
    if (uncertainty != null
        && seen instanceof LoadResult.Found found
        && !state.knows(found.snapshot(), mine.id())) {
      return giveWay(session, uncertainty, mine, found, timeToLive);
    }
    state.stillUnreachable(seen.replies().unreachable());
    SessionSnapshot snapshot = mine.withLineage(state.lineage(mine.version()));
    return repository.saveOver(seen.replies(), snapshot, timeToLive).join();
  }

  private SaveResult giveWay(
      LiveSession session,
      Uncertainty uncertainty,
      SessionSnapshot mine,
      LoadResult.Found found,
      TimeToLive timeToLive) {
    StickyState state = session.backupState();
    SessionSnapshot newer = found.snapshot();
    LocalChanges own = LocalChanges.of(session, uncertainty, codec);
    boolean wasUsedLater = newer.times().thisAccessedTime() > state.lastUseOf(session);
    if (wasUsedLater || own.isEmpty()) {
      metrics.add(Metric.SAVES_REFUSED, own.isEmpty() ? 0 : 1);
      state.outdatedBy(newer.lineage());
      return new SaveResult.Overtaken();
    }
    state.outdo(newer.version());
    SessionSnapshot joined = joined(session, own, mine, found);
    SaveResult result = repository.saveOver(found.replies(), joined, timeToLive).join();
    if (result instanceof SaveResult.Stored) {
      metrics.increment(Metric.DIVERGENCES);
      state.outdatedBy(joined.lineage());
    }
    return result;
  }

  private SessionSnapshot joined(
      LiveSession session, LocalChanges own, SessionSnapshot mine, LoadResult.Found found) {
    SessionSnapshot newer = found.snapshot();
    long version = session.backupState().nextVersion();
    VersionHistory lineage =
        found.replies().unreachable().isEmpty()
            ? VersionHistory.counted(version)
            : VersionHistory.inDoubt(version, RecordRank.of(newer.lineage()).certain());
    SessionTimes interval = own.isInterval() ? mine.times() : newer.times();
    return new SessionSnapshot(
        mine.id(),
        lineage,
        mine.origins(),
        mine.times().withInterval(interval.maxInactiveInterval()),
        own.isUser() ? mine.authType() : newer.authType(),
        own.isUser() ? mine.principal() : newer.principal(),
        newer.notes(),
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
