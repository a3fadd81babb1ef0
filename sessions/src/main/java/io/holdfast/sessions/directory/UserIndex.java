package io.holdfast.sessions.directory;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.directory.SharedLines.Lines;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which sessions a user has: a list for each user. */
final class UserIndex {

  /** Of one user; those that were used last stay. */
  static final int MOST = 1_000;

  /** How long a session stays in the list after its time is up: clocks differ. */
  private static final Duration GRACE = Duration.ofMinutes(10);

  private final SharedLines lines;
  private final StorageKeys keys;
  private final InstantSource clock;

  UserIndex(SharedLines lines, StorageKeys keys, InstantSource clock) {
    this.lines = lines;
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * Lists a session.
   *
   * @param former the id under which it was listed; null if it was not, or has the same still
   * @return whether a node has taken it; never completes exceptionally
   */
  CompletableFuture<Boolean> put(String user, ListedSession session, @Nullable SessionId former) {
    return change(
        user,
        sessions -> {
          if (former != null) {
            sessions.remove(former.base());
          }
          sessions.put(session.base(), session);
        });
  }

  /** Takes sessions from the list. Never completes exceptionally. */
  CompletableFuture<Boolean> remove(String user, Collection<SessionId> ids) {
    return change(user, sessions -> ids.forEach(id -> sessions.remove(id.base())));
  }

  private CompletableFuture<Boolean> change(
      String user, Consumer<Map<String, ListedSession>> change) {
    return lines.change(
        keys.userKeyOf(user),
        before -> {
          Map<String, ListedSession> sessions = parse(before);
          change.accept(sessions);
          return linesOf(sessions.values());
        });
  }

  private Lines linesOf(Collection<ListedSession> sessions) {
    if (sessions.isEmpty()) {
      return Lines.NONE;
    }
    long latest = sessions.stream().mapToLong(ListedSession::overAt).max().orElseThrow();
    long millis = Math.max(0, latest - clock.millis()) + GRACE.toMillis();
    return new Lines(
        sessions.stream()
            .sorted(Comparator.comparingLong(ListedSession::lastUsed).reversed())
            .limit(MOST)
            .map(ListedSession::line)
            .toList(),
        new TimeToLive(TimeUnit.MILLISECONDS.toSeconds(millis)));
  }

  /**
   * The sessions of a user, the one used last first.
   *
   * @return null if neither node of the list answers; never completes exceptionally
   */
  CompletableFuture<@Nullable List<ListedSession>> sessionsOf(String user) {
    return lines
        .read(keys.userKeyOf(user))
        .thenApply(
            found ->
                found == null
                    ? null
                    : parse(found).values().stream()
                        .sorted(Comparator.comparingLong(ListedSession::lastUsed).reversed())
                        .toList());
  }

  /** Without lines that are none, and sessions whose time is up; of two lines the later one. */
  private Map<String, ListedSession> parse(List<String> found) {
    long over = clock.millis() - GRACE.toMillis();
    Map<String, ListedSession> sessions = new LinkedHashMap<>();
    for (String line : found) {
      ListedSession session = ListedSession.parse(line);
      if (session != null && session.overAt() > over) {
        sessions.merge(
            session.base(),
            session,
            (one, other) -> one.lastUsed() >= other.lastUsed() ? one : other);
      }
    }
    return sessions;
  }
}
