package io.holdfast.sessions.directory;

import io.holdfast.core.session.SessionId;
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
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions a user has: a list for each user.
 *
 * @param keys of a user's list: the first is written; what was listed before the first key was in
 *     use lies under the others
 */
record UserIndex(SharedLines lines, Function<String, List<String>> keys, InstantSource clock) {

  /** Of one user; those that were used last stay. */
  static final int MOST = 1_000;

  /** How long a session stays in the list after its time is up: clocks differ. */
  private static final Duration GRACE = Duration.ofMinutes(10);

  /**
   * Lists a session.
   *
   * @param former the id under which it was listed; null if it was not, or has the same still
   * @return whether a node has taken it; never completes exceptionally
   */
  CompletableFuture<Boolean> put(String user, ListedSession session, @Nullable SessionId former) {
    List<String> all = keys.apply(user);
    CompletableFuture<Boolean> put =
        change(
            all.get(0),
            sessions -> {
              if (former != null) {
                sessions.remove(former.base());
              }
              sessions.put(session.base(), session);
            });
    if (former != null) {
      for (String key : all.subList(1, all.size())) {
        put = put.thenCombine(remove(key, List.of(former)), (isPut, isRemoved) -> isPut);
      }
    }
    return put;
  }

  /** Takes sessions from the list. Never completes exceptionally. */
  CompletableFuture<Boolean> removeFrom(String user, Collection<SessionId> ids) {
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (String key : keys.apply(user)) {
      all = all.thenCombine(remove(key, ids), Boolean::logicalAnd);
    }
    return all;
  }

  private CompletableFuture<Boolean> remove(String key, Collection<SessionId> ids) {
    return change(key, sessions -> ids.forEach(id -> sessions.remove(id.base())));
  }

  private CompletableFuture<Boolean> change(
      String key, Consumer<Map<String, ListedSession>> change) {
    return lines.change(
        key,
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
   * @return null if neither node of the list answers, or of one of the lists while there are
   *     several keys; never completes exceptionally
   */
  CompletableFuture<@Nullable List<ListedSession>> sessionsOf(String user) {
    return read(keys.apply(user))
        .thenApply(
            found ->
                found == null
                    ? null
                    : parse(found).values().stream()
                        .sorted(Comparator.comparingLong(ListedSession::lastUsed).reversed())
                        .toList());
  }

  private CompletableFuture<@Nullable List<String>> read(List<String> all) {
    CompletableFuture<@Nullable List<String>> found = lines.read(all.get(0));
    for (String key : all.subList(1, all.size())) {
      found =
          found.thenCombine(
              lines.read(key),
              (one, other) ->
                  one == null || other == null
                      ? null
                      : Stream.concat(one.stream(), other.stream()).toList());
    }
    return found;
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
