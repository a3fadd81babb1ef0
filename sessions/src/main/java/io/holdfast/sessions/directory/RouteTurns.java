package io.holdfast.sessions.directory;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Has the applications of a Tomcat sign one after the other. Another Tomcat with the same jvmRoute
 * has the same applications, so one at a time shows as much as all of them.
 */
final class RouteTurns {

  /** Tomcat's background thread may run each second. */
  static final Duration BETWEEN_SIGNATURES = Duration.ofSeconds(5);

  /** An application that has not asked for so long is stopped: it is asked once a minute. */
  private static final Duration GONE = Duration.ofMinutes(3);

  private final Map<String, Turn> turns = new HashMap<>();
  private long count;
  private long last = Long.MIN_VALUE;

  /**
   * An application.
   *
   * @param asked when it asked last, in milliseconds
   * @param number of its last turn; 0 if it has had none
   */
  private record Turn(long asked, long number) {}

  /**
   * Takes the turn if it is this application's: it has waited longest, and {@link
   * #BETWEEN_SIGNATURES} have passed.
   *
   * @param key of the application's list
   * @param now in milliseconds; a clock that is set back stops nothing
   * @return whether it may sign
   */
  synchronized boolean take(String key, long now) {
    turns.values().removeIf(turn -> Math.abs(now - turn.asked) > GONE.toMillis());
    Turn before = turns.get(key);
    long number = before == null ? 0 : before.number;
    boolean isFirst = turns.values().stream().noneMatch(turn -> turn.number < number);
    boolean isEarly = now >= last && now < last + BETWEEN_SIGNATURES.toMillis();
    boolean taken = isFirst && !isEarly;
    if (taken) {
      count++;
      last = now;
    }
    turns.put(key, new Turn(now, taken ? count : number));
    return taken;
  }
}
