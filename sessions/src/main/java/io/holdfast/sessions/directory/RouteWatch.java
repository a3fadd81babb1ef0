package io.holdfast.sessions.directory;

import io.holdfast.core.log.LogText;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.store.SharedLines;
import io.holdfast.sessions.store.SharedLines.Lines;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Notices that another running Tomcat has the jvmRoute of this one, and warns once a minute. Each
 * of the two keeps its own copy of a session, and their backups overwrite each other.
 *
 * <p>A Tomcat signs under a key of its jvmRoute every few seconds, and replaces the signature that
 * it finds. Another one runs if it signs again after this Tomcat has started. One that has been
 * restarted, or has crashed, signs no more.
 *
 * <p>An application that has just started signs each time, so that a Tomcat that is started beside
 * another one notices soon. Later the applications of a Tomcat take turns: however many there are,
 * one list is read and written every few seconds.
 */
public final class RouteWatch {

  /** Enough for 60 applications: each of them signs once an hour if a turn takes a minute. */
  private static final TimeToLive KEPT = new TimeToLive(Duration.ofHours(1).toSeconds());

  /** How often an application signs before it waits for its turn. */
  private static final int AT_FIRST = 6;

  /** More Tomcats with one jvmRoute than anybody has by mistake. */
  private static final int MOST = 16;

  private static final System.Logger LOG = Loggers.of(RouteWatch.class);

  private final SharedLines lines;
  private final StorageKeys keys;
  private final String application;
  private final InstantSource clock;
  private final long started;
  private final OccasionalLine warnings;

  private long signed = Long.MIN_VALUE;
  private int signatures;

  /** When each other Tomcat had signed, by its id. */
  private final Map<String, Long> seen = new HashMap<>();

  /** A signature, with the time by the clock of its Tomcat. */
  private record Signature(String tomcat, long at, String place) {

    String line() {
      return tomcat + ' ' + at + ' ' + place.replaceAll("\\p{Cntrl}", "?");
    }

    static @Nullable Signature parse(String line) {
      String[] fields = line.split(" ", 3);
      try {
        return fields.length < 3
            ? null
            : new Signature(LogText.ofName(fields[0]), Long.parseLong(fields[1]), fields[2]);
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }

  public RouteWatch(SharedLines lines, StorageKeys keys, String application, InstantSource clock) {
    this.lines = lines;
    this.keys = keys;
    this.application = application;
    this.clock = clock;
    this.started = clock.millis();
    this.warnings = new OccasionalLine(Duration.ofMinutes(1), clock);
  }

  /**
   * Signs if it is this application's turn, and if that was not done less than five seconds ago.
   * Warns if another Tomcat does so, too. Does not wait for the nodes.
   *
   * @return whether a node has taken a signature; never completes exceptionally
   */
  public CompletableFuture<Boolean> sign(String route, RunningTomcat tomcat) {
    String key = keys.routeKeyOf(route);
    if (!isDue(key, tomcat)) {
      return CompletableFuture.completedFuture(false);
    }
    Signature own = new Signature(tomcat.id(), clock.millis(), tomcat.place());
    return lines.change(
        key,
        before -> {
          before.forEach(line -> look(route, own, Signature.parse(line)));
          return new Lines(List.of(own.line()), KEPT);
        });
  }

  /** A clock that was set back does not put it off. */
  private synchronized boolean isDue(String key, RunningTomcat tomcat) {
    long now = clock.millis();
    if (now >= signed && now < signed + RunningTomcat.BETWEEN_SIGNATURES.toMillis()) {
      return false;
    }
    boolean isAtFirst = signatures < AT_FIRST;
    if (!isAtFirst && !tomcat.takeTurn(key, now)) {
      return false;
    }
    signatures = isAtFirst ? signatures + 1 : signatures;
    signed = now;
    return true;
  }

  private synchronized void look(String route, Signature own, @Nullable Signature found) {
    if (found == null || found.tomcat.equals(own.tomcat)) {
      return;
    }
    if (seen.size() >= MOST) {
      seen.clear();
    }
    Long before = seen.put(found.tomcat, found.at);
    boolean runs = before != null && found.at > Math.max(before, started);
    if (runs && warnings.due() >= 0) {
      LOG.log(
          Level.WARNING,
          "Two Tomcats have the jvmRoute \"{0}\" and overwrite each other''s sessions of {1}: this"
              + " one ({2}) and another one ({3}). Give each Tomcat a jvmRoute of its own in"
              + " <Engine>, with Spring Boot by holdfast.route.",
          route,
          application,
          own.place,
          LogText.ofName(found.place));
    }
  }
}
