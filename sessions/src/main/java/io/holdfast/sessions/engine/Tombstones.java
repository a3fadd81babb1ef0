package io.holdfast.sessions.engine;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.model.KnownInvalidation;
import io.holdfast.sessions.model.KnownInvalidations;
import io.holdfast.sessions.model.PendingInvalidations;
import io.holdfast.sessions.store.CopyResult;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.SessionOrder;
import io.holdfast.sessions.store.WriteOutcome;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  /** How long a copy of a tombstone lasts whose session is in no instance here. */
  private static final TimeToLive OF_UNKNOWN = new TimeToLive(Duration.ofDays(1).toSeconds());

  private final EngineTools tools;
  private final Retries retries;
  private final KnownInvalidations remembered;
  private final EndedIds endedIds = new EndedIds();

  /** Those that a node lacks which does not count as lost, after all retries. */
  private final PendingInvalidations<Boolean> lacking = new PendingInvalidations<>();

  Tombstones(EngineTools tools, Retries retries) {
    this.tools = tools;
    this.retries = retries;
    this.remembered =
        new KnownInvalidations(KnownInvalidations.MAX, tools.clock(), tools.metrics());
  }

  /** A session ends here, whether a node takes its tombstone or not. */
  void ending(SessionId id, SessionTimes times) {
    endedIds.ended(id, times.creationTime());
  }

  /** What is known of the last session of an id that has ended. */
  EndedIds endedIds() {
    return endedIds;
  }

  /** Writes a tombstone over what was found; one that a node takes is remembered and copied. */
  CompletableFuture<WriteOutcome> write(
      FoundRecord found, Tombstone tombstone, SessionTimes times) {
    return tools
        .store()
        .end(found, tombstone, tools.lifetime().ofEnd(times))
        .thenApply(
            result -> {
              if (result instanceof WriteOutcome.Stored stored) {
                remember(tombstone, times);
                completed(tombstone.id(), stored.copies(), 0);
              }
              return result;
            });
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
      TimeToLive timeToLive = times == null ? OF_UNKNOWN : tools.lifetime().ofEnd(times);
      var unused = tools.store().repair(found, state -> timeToLive);
    }
  }

  /** The tombstone that ended the session, perhaps that of a later one with its id; else null. */
  @Nullable Tombstone of(SessionId id, long creationTime) {
    KnownInvalidation end = remembered.ending(id, creationTime);
    return end == null ? null : end.tombstone();
  }

  /** The sessions that are known to have ended. */
  List<SessionId> all() {
    return remembered.all().stream().map(KnownInvalidation::id).toList();
  }

  /** Restores the remembered tombstone of an id; completes normally after the first attempt. */
  CompletableFuture<Void> restore(SessionId id) {
    return restore(id, lacking.get(id) == null ? 0 : Retries.LAST);
  }

  /** The sessions whose tombstone a node lacks that did not take it after all retries. */
  Collection<SessionId> lacking() {
    return lacking.all().keySet();
  }

  private CompletableFuture<Void> restore(SessionId id, int done) {
    KnownInvalidation end = remembered.of(id);
    if (end == null) {
      lacking.remove(id);
      return CompletableFuture.completedFuture(null);
    }
    return tools
        .store()
        .load(id)
        .thenCompose(found -> restore(found, end))
        .thenAccept(copies -> completed(id, copies, done));
  }

  private CompletableFuture<CopyResult> restore(FoundRecord found, KnownInvalidation end) {
    if (found.state().isOfLaterThan(end.creationTime())) {
      // the end stays remembered: a node that is away may have a record of the former session
      return CompletableFuture.completedFuture(CopyResult.CURRENT);
    }
    long seconds = TimeUnit.MILLISECONDS.toSeconds(end.until() - tools.clock().millis());
    return tools.store().restore(found, end.tombstone(), new TimeToLive(Math.max(1, seconds)));
  }

  private void completed(SessionId id, CopyResult copies, int done) {
    Runnable again =
        () -> {
          var unused = restore(id, done + 1);
        };
    if (copies.isComplete()) {
      lacking.remove(id);
    } else if (!retries.later(done, again)) {
      lacking.add(id, true);
    }
  }

  /** A tombstone that replaces what was found. */
  static Tombstone over(FoundRecord found, SessionTimes times, RandomGenerator random) {
    return new Tombstone(
        found.id(), RecordVersion.next(found.version(), random), times.creationTime());
  }

  private void remember(Tombstone tombstone, SessionTimes times) {
    long until =
        tools.clock().millis() + TimeUnit.SECONDS.toMillis(tools.lifetime().ofEnd(times).seconds());
    remembered.add(new KnownInvalidation(tombstone, until));
  }
}
