package io.holdfast.core.model;

import io.holdfast.core.backup.RefreshRule;
import io.holdfast.core.session.SessionTimes;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a record has outlived its session.
 *
 * <p>A request that only read may have been noted up to one refresh period late, so that long is
 * the benefit of the doubt.
 */
public final class SessionAge {

  private final InstantSource clock;
  private final ClockCheck check;

  public SessionAge(InstantSource clock) {
    this.clock = clock;
    this.check = new ClockCheck(clock);
  }

  /** Whether the session is over, whatever was not noted. */
  public boolean isOver(SessionTimes times) {
    return clock.millis() >= overAt(times);
  }

  /**
   * What a record says of a session that is perhaps in no Tomcat any more.
   *
   * @param session makes it of the record
   */
  public <T> OrphanedSession<T> judge(SessionTimes times, Supplier<@Nullable T> session) {
    return isOver(times)
        ? new OrphanedSession.Over<>(session)
        : new OrphanedSession.Alive<>(overAt(times));
  }

  /**
   * When a session is over, whatever was not noted, if nobody uses it any more.
   *
   * @return milliseconds since the epoch; {@link Long#MAX_VALUE} if never
   */
  public static long overAt(SessionTimes times) {
    int interval = times.maxInactiveInterval();
    return interval <= 0
        ? Long.MAX_VALUE
        : times.thisAccessedTime() + interval * 1000L + RefreshRule.refreshAfterMillis(interval);
  }

  /**
   * The times of a session that a request asks for now: the request that the record knows as the
   * current one is the one before. A session that has the benefit of the doubt must not be ended by
   * the container for the time that its record says.
   */
  public SessionTimes inUse(SessionTimes times) {
    check.read(times);
    int interval = times.maxInactiveInterval();
    long lastAccessed = times.thisAccessedTime();
    long now = clock.millis();
    boolean inDoubt = interval > 0 && now - lastAccessed >= interval * 1000L;
    return times.withAccess(lastAccessed, inDoubt ? now : lastAccessed);
  }
}
