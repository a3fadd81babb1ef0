package io.holdfast.core.flow;

import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.repository.EndClaims;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.TimeToLive;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Decides whether this Tomcat tells its application that a sticky session is over.
 *
 * <p>A session that has moved may have copies in other Tomcats, which find only that its record is
 * gone when their time is up. So whoever ends a session that it took over leaves a mark, and
 * whoever does not find its record looks for one.
 */
final class StickyEnds {

  /** How late a Tomcat may be that looks for sessions whose time is up. */
  private static final Duration LATE = Duration.ofMinutes(10);

  /** How long a copy may stay of a session that never expires. */
  private static final Duration UNLIMITED = Duration.ofDays(30);

  private final Takeovers takeovers;
  private final EndClaims claims;
  private final Duration patience;
  private final boolean isSwept;

  /**
   * Creates it.
   *
   * @param isSwept whether Tomcats look for the sessions of others, so that each must leave a mark
   * @param patience how long to wait for the nodes at most
   */
  StickyEnds(Takeovers takeovers, EndClaims claims, boolean isSwept, Duration patience) {
    this.takeovers = takeovers;
    this.claims = claims;
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

  /** Whether a session, whose time seems to be up here, is over, and nobody has told it. */
  boolean mayTell(LiveSession session) {
    return switch (takeovers.whereabouts(session)) {
      case ELSEWHERE -> false;
      case HERE -> !mayBeKnownElsewhere(session) || isFirst(session);
      case NOWHERE -> isFirst(session);
    };
  }

  private boolean mayBeKnownElsewhere(LiveSession session) {
    return isSwept || session.backupState().isAdopted();
  }

  private boolean isFirst(LiveSession session) {
    return !Boolean.FALSE.equals(Waiting.atMost(patience, claim(session.sessionId(), session)));
  }

  private CompletableFuture<Boolean> claim(SessionId id, LiveSession session) {
    SessionTimes times = session.times();
    long seconds =
        times.maxInactiveInterval() <= 0
            ? UNLIMITED.toSeconds()
            : RefreshRule.timeToLiveSeconds(times.maxInactiveInterval()) + LATE.toSeconds();
    return claims.claim(id, times.creationTime(), new TimeToLive(seconds));
  }
}
