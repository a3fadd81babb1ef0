package io.holdfast.sessions.directory;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.store.SharedLines;
import io.holdfast.sessions.store.SharedLines.Found;
import io.holdfast.sessions.store.SharedLines.Lines;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of each user, over all Tomcats of an application. Thread-safe.
 *
 * <p>The lists are on the nodes, so they are as certain as the nodes: a list that both of its nodes
 * have lost comes back when the Tomcats tell of their sessions again; a session that ended while a
 * node was away may be listed until its time is up.
 */
public final class SessionDirectory {

  /** How often a Tomcat asks which of its sessions are to end. */
  public static final Duration BETWEEN_LOOKS = Duration.ofMillis(400);

  /** Of one user; those that were used last stay. */
  static final int MOST = 1_000;

  /** How long a session stays in the list after its time is up: clocks differ. */
  private static final Duration GRACE = Duration.ofMinutes(10);

  private static final System.Logger LOG = Loggers.of(SessionDirectory.class);

  private final SharedLines lines;
  private final Function<String, List<String>> userKeys;
  private final InstantSource clock;
  private final EndNotices notices;
  private final AtomicBoolean looking = new AtomicBoolean();

  /** The first key of a user is written; what was listed before lies under the others. */
  public SessionDirectory(
      SharedLines lines,
      StorageKeys keys,
      Function<String, List<String>> userKeys,
      InstantSource clock) {
    this.lines = lines;
    this.userKeys = userKeys;
    this.clock = clock;
    this.notices = new EndNotices(lines, keys, clock);
  }

  /**
   * Lists a session of a user.
   *
   * @param former the id under which it was listed; null if it was not, or has the same still
   * @return whether a node has taken it; never completes exceptionally
   */
  public CompletableFuture<Boolean> put(
      String user, ListedSession session, @Nullable SessionId former) {
    List<String> all = userKeys.apply(user);
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
        put = put.thenCombine(removeUnder(key, List.of(former)), (isPut, isRemoved) -> isPut);
      }
    }
    return put;
  }

  /** Takes sessions from the list of a user; completes with whether a node has taken it. */
  public CompletableFuture<Boolean> remove(String user, Collection<SessionId> ids) {
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (String key : userKeys.apply(user)) {
      all = all.thenCombine(removeUnder(key, ids), Boolean::logicalAnd);
    }
    return all;
  }

  private CompletableFuture<Boolean> removeUnder(String key, Collection<SessionId> ids) {
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
  public CompletableFuture<@Nullable List<ListedSession>> sessionsOf(String user) {
    return userKeys.apply(user).stream()
        .map(lines::read)
        .reduce((one, other) -> one.thenCombine(other, Found::and))
        .orElseThrow()
        .thenApply(
            found ->
                !found.isKnown()
                    ? null
                    : parse(found.lines()).values().stream()
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

  /** Has all Tomcats that have these sessions end them; they ask each {@link #BETWEEN_LOOKS}. */
  public CompletableFuture<Boolean> announceEnd(Collection<ListedSession> ended) {
    return notices.add(ended);
  }

  /**
   * Looks which sessions are to end, from now on, until the timer is shut down.
   *
   * @param end ends a session of this Tomcat, unless it was created later than at a time
   */
  public void start(
      ScheduledExecutorService timer, Executor threads, BiConsumer<SessionId, Long> end) {
    long nanos = BETWEEN_LOOKS.toNanos();
    var unused =
        timer.scheduleWithFixedDelay(() -> look(threads, end), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** One look at a time: a node may be slow, and so may the application's listeners. */
  private void look(Executor threads, BiConsumer<SessionId, Long> end) {
    if (!looking.compareAndSet(false, true)) {
      return;
    }
    var unused =
        CompletableFuture.completedFuture(null)
            .thenCompose(nothing -> notices.read()) // may throw: the next look waits for its end
            .thenAcceptAsync(
                found -> found.forEach(notice -> end.accept(notice.id(), notice.at())), threads)
            .whenComplete(
                (done, failure) -> {
                  looking.set(false);
                  if (failure != null) {
                    LOG.log(Level.DEBUG, "A look at the sessions that are to end failed", failure);
                  }
                });
  }
}
