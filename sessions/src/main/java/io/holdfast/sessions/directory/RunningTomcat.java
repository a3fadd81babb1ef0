package io.holdfast.sessions.directory;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A Tomcat from its start to the end of its process, which other Tomcats can tell from themselves.
 */
public final class RunningTomcat {

  private final String id = UUID.randomUUID().toString();

  private final RouteTurns routeTurns = new RouteTurns();

  /** The id, which no other Tomcat has, nor this one after a restart. */
  String id() {
    return id;
  }

  /** Where it runs, for people: host name, process and folder. May look up the host name. */
  String place() {
    return Place.OF_PROCESS;
  }

  /** Which of its applications signs next. */
  RouteTurns routeTurns() {
    return routeTurns;
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
