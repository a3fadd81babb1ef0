package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.model.KnownInvalidation;
import io.holdfast.sessions.model.KnownInvalidations;
import io.holdfast.sessions.model.PendingInvalidations;
import io.holdfast.sessions.model.RecordLifetime;
import io.holdfast.sessions.repository.Copies;
import io.holdfast.sessions.repository.FoundRecord;
import io.holdfast.sessions.repository.SessionOrder;
import io.holdfast.sessions.repository.SessionRepository;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each tombstone on as many nodes as a record, as long as any copy of its session may live.
 *
 * <p>A Tomcat that ended a session remembers its tombstone, and so does a Tomcat that had an
 * instance of it and learned of the end. They restore it on nodes that come back without it. A
 * tombstone replaces records of its own session and of earlier ones with the id, see {@link
 * SessionOrder}.
 */
final class Tombstones {

  private static final System.Logger LOG = Loggers.of(Tombstones.class);
  private static final long FIRST_PAUSE_MILLIS = 50;

  /** The number of a retry that none follows. */
  static final int LAST = Integer.MAX_VALUE;

  /** How long a copy of a tombstone lasts whose session is in no instance here. */
  private static final TimeToLive OF_UNKNOWN = new TimeToLive(Duration.ofDays(1).toSeconds());

  private final SessionRepository repository;
  private final ScheduledExecutorService timer;
  private final InstantSource clock;
  private final RecordLifetime lifetime;
  private final KnownInvalidations remembered;
  private final int maxRetries;
  private final EndedIds endedIds = new EndedIds();

  /** Those that a node lacks which does not count as lost, after all retries. */
  private final PendingInvalidations<Boolean> lacking = new PendingInvalidations<>();

  /**
   * Creates it.
   *
   * @param timer waits; not closed by this class
   * @param maxRetries how often a copy that a node did not take is tried again, with pauses that
   *     double from 50 ms
   */
  Tombstones(
      SessionRepository repository,
      ScheduledExecutorService timer,
      InstantSource clock,
      RecordLifetime lifetime,
      KnownInvalidations remembered,
      int maxRetries) {
    this.repository = repository;
    this.timer = timer;
    this.clock = clock;
    this.lifetime = lifetime;
    this.remembered = remembered;
    this.maxRetries = maxRetries;
  }

  /** A session ends here, whether a node takes its tombstone or not. */
  void ending(SessionId id, SessionTimes times) {
    endedIds.ended(id, times.creationTime());
  }

  /** What is known of the last session of an id that has ended. */
  EndedIds endedIds() {
    return endedIds;
  }

  /** This Tomcat has ended a session; a node holds its tombstone. */
  void left(Tombstone tombstone, SessionTimes times, Copies copies) {
    remember(tombstone, times);
    completed(tombstone.id(), copies, 0);
  }

  /**
   * A tombstone was found: nodes that answered and lack it get it.
   *
   * @param times of the instance of its session that is here; null if there is none
   */
  void found(FoundRecord found, Tombstone tombstone, @Nullable SessionTimes times) {
    endedIds.ended(found.id(), tombstone.creationTime());
    if (times != null) {
      remember(tombstone, times);
    }
    if (found.isMissingSomewhere()) {
      TimeToLive timeToLive = times == null ? OF_UNKNOWN : lifetime.ofEnd(times);
      var unused = repository.repair(found, state -> timeToLive);
    }
  }

  /**
   * The tombstone by which a session has ended as far as this Tomcat remembers, which may be that
   * of a later one with its id; else null.
   */
  @Nullable Tombstone of(SessionId id, long creationTime) {
    KnownInvalidation end = remembered.ending(id, creationTime);
    return end == null ? null : end.tombstone();
  }

  /** The sessions that are known to have ended. */
  List<SessionId> all() {
    return remembered.all().stream().map(KnownInvalidation::id).toList();
  }

  /**
   * Restores the tombstone that is remembered of an id, where nodes have lost it; completes
   * normally after the first attempt.
   */
  CompletableFuture<Void> restore(SessionId id) {
    return restore(id, lacking.get(id) == null ? 0 : LAST);
  }

  /** The sessions whose tombstone a node lacks that did not take it after all retries. */
  Collection<SessionId> lacking() {
    return lacking.all().keySet();
  }

  private CompletableFuture<Void> restore(SessionId id, int retries) {
    KnownInvalidation end = remembered.of(id);
    if (end == null) {
      lacking.remove(id);
      return CompletableFuture.completedFuture(null);
    }
    return repository
        .load(id)
        .thenCompose(found -> restore(found, end))
        .thenAccept(copies -> completed(id, copies, retries));
  }

  private CompletableFuture<Copies> restore(FoundRecord found, KnownInvalidation end) {
    if (found.state().isOfLaterThan(end.creationTime())) {
      // the end stays remembered: a node that is away may have a record of the former session
      return CompletableFuture.completedFuture(Copies.COMPLETE);
    }
    long seconds = TimeUnit.MILLISECONDS.toSeconds(end.until() - clock.millis());
    return repository.restore(found, end.tombstone(), new TimeToLive(Math.max(1, seconds)));
  }

  private void completed(SessionId id, Copies copies, int retries) {
    if (copies == Copies.COMPLETE) {
      lacking.remove(id);
    } else if (retries >= maxRetries) {
      lacking.add(id, true);
    } else {
      later(
          retries,
          () -> {
            var unused = restore(id, retries + 1);
          });
    }
  }

  /** A tombstone that replaces what was found. */
  static Tombstone over(FoundRecord found, SessionTimes times, RandomGenerator random) {
    return new Tombstone(
        found.id(), RecordVersion.next(found.version(), random), times.creationTime());
  }

  /**
   * Does something again after a pause, unless that was done often enough.
   *
   * @param retries how often it was done again so far
   */
  void later(int retries, Runnable again) {
    if (retries >= maxRetries) {
      return;
    }
    try {
      var unused = timer.schedule(again, FIRST_PAUSE_MILLIS << retries, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Everything stops", e);
    }
  }

  private void remember(Tombstone tombstone, SessionTimes times) {
    long until = clock.millis() + TimeUnit.SECONDS.toMillis(lifetime.ofEnd(times).seconds());
    remembered.add(new KnownInvalidation(tombstone, until));
  }
}
