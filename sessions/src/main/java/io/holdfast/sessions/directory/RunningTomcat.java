package io.holdfast.sessions.directory;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A Tomcat from its start to the end of its process, which other Tomcats can tell from themselves.
 */
public final class RunningTomcat {

  /** Tomcat's background thread may run each second. */
  static final Duration BETWEEN_SIGNATURES = Duration.ofSeconds(5);

  /** An application that has not asked for so long is stopped: it is asked once a minute. */
  private static final Duration GONE = Duration.ofMinutes(3);

  private final String id = UUID.randomUUID().toString();

  /** When each application asked last; the one that has waited longest for its turn comes first. */
  private final Map<String, Long> asked = new LinkedHashMap<>();

  private long last = Long.MIN_VALUE;

  /** The id, which no other Tomcat has, nor this one after a restart. */
  String id() {
    return id;
  }

  /** Where it runs, for people: host name, process and folder. May look up the host name. */
  String place() {
    return Place.OF_PROCESS;
  }

  /**
   * Takes the turn to sign if it is this application's: it has waited longest, and {@link
   * #BETWEEN_SIGNATURES} have passed. Another Tomcat with the same jvmRoute has the same
   * applications, so one at a time shows as much as all of them.
   *
   * @param key of the application's list
   * @param now in milliseconds; a clock that is set back stops nothing
   * @return whether it may sign
   */
  synchronized boolean takeTurn(String key, long now) {
    asked.values().removeIf(at -> Math.abs(now - at) > GONE.toMillis());
    asked.put(key, now);
    boolean isFirst = asked.keySet().iterator().next().equals(key);
    boolean isEarly = now >= last && now < last + BETWEEN_SIGNATURES.toMillis();
    if (!isFirst || isEarly) {
      return false;
    }
    last = now;
    asked.remove(key);
    asked.put(key, now);
    return true;
  }

  /** Initialized when it is needed: the name service may take its time. */
  private static final class Place {

    /** The digits do not depend on the language of the platform. */
    static final String OF_PROCESS =
        "host " + hostName() + ", process " + ProcessHandle.current().pid() + ", " + folder();

    private static String folder() {
      @Nullable String base = System.getProperty("catalina.base");
      return base == null ? System.getProperty("user.dir", "?") : base;
    }

    private static String hostName() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "unknown";
      }
    }
  }
}
