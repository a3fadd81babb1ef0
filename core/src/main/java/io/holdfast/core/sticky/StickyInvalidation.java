package io.holdfast.core.sticky;

import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.model.KnownInvalidation;
import io.holdfast.core.model.KnownInvalidations;
import io.holdfast.core.model.Waiting;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.repository.InvalidationMarks;
import io.holdfast.core.repository.LoadResult;
import io.holdfast.core.repository.StickyRepository;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether this Tomcat tells its application that a sticky session is over, and whether what
 * it has of one may be stored again.
 *
 * <p>A session that has moved may have copies in other Tomcats, which find only that its record is
 * gone when their time is up, or when nodes come and go. So whoever ends a session that it took
 * over leaves a mark, and whoever does not find its record looks for one. Who knows of a mark
 * restores it on nodes that have lost it.
 */
public final class StickyInvalidation {

  /** How late a Tomcat may be that looks for sessions whose time is up. */
  private static final Duration LATE = Duration.ofMinutes(10);

  /** How long a copy may stay of a session that never expires. */
  private static final Duration UNLIMITED = Duration.ofDays(30);

  private final FailoverLoader takeovers;
  private final InvalidationMarks claims;
  private final StickyRepository repository;
  private final KnownInvalidations remembered;
  private final InstantSource clock;
  private final Duration patience;
  private final boolean isSwept;

  /**
   * Creates it.
   *
   * @param remembered keeps what has ended, so that its mark can be restored
   * @param isSwept whether Tomcats look for the sessions of others, so that each must leave a mark
   * @param patience how long to wait for the nodes at most
   */
  public StickyInvalidation(
      FailoverLoader takeovers,
      InvalidationMarks claims,
      StickyRepository repository,
      KnownInvalidations remembered,
      InstantSource clock,
      boolean isSwept,
      Duration patience) {
    this.takeovers = takeovers;
    this.claims = claims;
    this.repository = repository;
    this.remembered = remembered;
    this.clock = clock;
    this.isSwept = isSwept;
    this.patience = patience;
  }

  /**
   * The session is over under an id, because its application ended it or because it got another id:
   * no other Tomcat is to tell that.
   */
  void overUnder(SessionId id, LiveSession session) {
    if (mayBeKnownElsewhere(session)) {
      var unused = claim(id, session);
    }
  }

  /**
   * Whether a session, whose time seems to be up here, is over, and no other Tomcat has told it.
   * Completes when the nodes have answered, or their stores' deadlines are over; never
   * exceptionally.
   */
  CompletableFuture<Boolean> mayTell(LiveSession session) {
    if (session.backupState().hasEndedElsewhere()) {
      return CompletableFuture.completedFuture(false);
    }
    return takeovers
        .lookLater(session)
        .thenCompose(
            found ->
                switch (found.where()) {
                  case ELSEWHERE -> CompletableFuture.completedFuture(false);
                  case HERE ->
                      mayBeKnownElsewhere(session)
                          ? claim(session.sessionId(), session)
                          : CompletableFuture.completedFuture(true);
                  case NOWHERE -> claim(session.sessionId(), session);
                });
  }

  /**
   * Whether another Tomcat has the session, or had it when it ended. Waits for the nodes; false
   * where none answers.
   */
  boolean isElsewhere(LiveSession session) {
    return switch (takeovers.whereabouts(session)) {
      case ELSEWHERE -> true;
      case HERE -> session.backupState().hasEndedElsewhere();
      case NOWHERE -> look(session) == InvalidationMarks.Mark.FOUND;
    };
  }

  private boolean mayBeKnownElsewhere(LiveSession session) {
    return isSwept || session.backupState().isAdopted();
  }

  private CompletableFuture<Boolean> claim(SessionId id, LiveSession session) {
    return claims.claim(id, session.times().creationTime(), remember(id, session.times()));
  }

  /** The end of a session is known; the result is how long its mark has to stay. */
  private TimeToLive remember(SessionId id, SessionTimes times) {
    long seconds =
        times.maxInactiveInterval() <= 0
            ? UNLIMITED.toSeconds()
            : RefreshRule.timeToLiveSeconds(times.maxInactiveInterval()) + LATE.toSeconds();
    long until = clock.millis() + TimeUnit.SECONDS.toMillis(seconds);
    remembered.add(new KnownInvalidation(new Tombstone(id, 0, times.creationTime()), until));
    return new TimeToLive(seconds);
  }

  // ---- nodes come and go ----

  /**
   * What the marks say of a session that is to be stored here without a request. If it has ended
   * elsewhere, what is here is of no use any more. Waits for the nodes.
   */
  InvalidationMarks.Mark look(LiveSession session) {
    SessionId id = session.sessionId();
    SessionTimes times = session.times();
    if (session.backupState().hasEndedElsewhere() || remembered.knows(id, times.creationTime())) {
      session.backupState().endedElsewhere();
      return InvalidationMarks.Mark.FOUND;
    }
    InvalidationMarks.Mark mark = Waiting.atMost(patience, claims.look(id, times.creationTime()));
    if (mark == InvalidationMarks.Mark.FOUND) {
      session.backupState().endedElsewhere();
      remember(id, times);
    }
    return mark == null ? InvalidationMarks.Mark.UNHEARD : mark;
  }

  /** The sessions that are known to have ended under an id that other Tomcats may know. */
  List<KnownInvalidation> all() {
    return remembered.all();
  }

  /**
   * Leaves the mark of a session again where nodes have lost it, and then deletes what another
   * Tomcat may have stored meanwhile, which had not seen the mark.
   */
  CompletableFuture<Void> restore(KnownInvalidation end) {
    long seconds = TimeUnit.MILLISECONDS.toSeconds(end.until() - clock.millis());
    return claims
        .restore(end.id(), end.creationTime(), new TimeToLive(Math.max(1, seconds)))
        .thenCompose(restored -> repository.load(end.id()))
        .thenCompose(
            result ->
                result instanceof LoadResult.Found found
                        && found.snapshot().times().creationTime() == end.creationTime()
                    ? repository.delete(end.id()).thenApply(deleted -> null)
                    : CompletableFuture.completedFuture(null));
  }
}
