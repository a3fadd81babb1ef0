package io.holdfast.sessions.directory;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeSet;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of each user, over all Tomcats of an application. Thread-safe.
 *
 * <p>The lists are on the nodes, so they are as certain as the nodes: a list that both of its nodes
 * have lost comes back when the Tomcats tell of their sessions again; a session that ended while a
 * node was away may be listed until its time is up.
 */
public final class SessionDirectory implements AutoCloseable {

  /** How often a Tomcat asks which of its sessions are to end. */
  public static final Duration BETWEEN_LOOKS = Duration.ofMillis(400);

  private static final System.Logger LOG = Loggers.of(SessionDirectory.class);

  private final UserIndex index;
  private final EndNotices notices;
  private final AtomicBoolean looking = new AtomicBoolean();
  private @Nullable ScheduledFuture<?> looks;

  /** The sessions in this Tomcat. */
  public interface LocalSessions {

    /**
     * Ends a session if it is in this Tomcat; called again for as long as the notice lasts.
     *
     * @param createdBefore milliseconds since the epoch; one that was created later is another one
     */
    void end(SessionId id, long createdBefore);
  }

  /**
   * Creates it.
   *
   * @param nodes the nodes in use now
   * @param keys of the lists
   * @param userKeys of a user's list: the first is written, what was listed before lies under the
   *     others
   */
  public SessionDirectory(
      Supplier<NodeSet> nodes,
      StorageKeys keys,
      Function<String, List<String>> userKeys,
      InstantSource clock) {
    SharedLines lines = new SharedLines(nodes);
    this.index = new UserIndex(lines, userKeys, clock);
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
    return index.put(user, session, former);
  }

  /**
   * Takes sessions from the list of a user.
   *
   * @return whether a node has taken it; never completes exceptionally
   */
  public CompletableFuture<Boolean> remove(String user, Collection<SessionId> ids) {
    return index.removeFrom(user, ids);
  }

  /**
   * The sessions of a user, the one used last first.
   *
   * @return null if neither node of the list answers; never completes exceptionally
   */
  public CompletableFuture<@Nullable List<ListedSession>> sessionsOf(String user) {
    return index.sessionsOf(user);
  }

  /**
   * Tells all Tomcats that have one of these sessions in memory to end it: they ask every {@link
   * #BETWEEN_LOOKS}.
   *
   * @return whether a node has taken it; never completes exceptionally
   */
  public CompletableFuture<Boolean> announceEnd(Collection<ListedSession> ended) {
    return notices.add(ended);
  }

  /**
   * Looks from now on which sessions are to end.
   *
   * @param timer what it runs is short
   * @param threads where the application's code may run
   */
  public synchronized void start(
      ScheduledExecutorService timer, Executor threads, LocalSessions sessions) {
    long nanos = BETWEEN_LOOKS.toNanos();
    looks =
        timer.scheduleWithFixedDelay(
            () -> look(threads, sessions), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** One look at a time: a node may be slow, and so may the application's listeners. */
  private void look(Executor threads, LocalSessions sessions) {
    if (!looking.compareAndSet(false, true)) {
      return;
    }
    var unused =
        CompletableFuture.completedFuture(null)
            .thenCompose(nothing -> notices.read()) // may throw: the next look waits for its end
            .thenAcceptAsync(
                found -> found.forEach(notice -> sessions.end(notice.id(), notice.at())), threads)
            .whenComplete(
                (done, failure) -> {
                  looking.set(false);
                  if (failure != null) {
                    LOG.log(Level.DEBUG, "A look at the sessions that are to end failed", failure);
                  }
                });
  }

  /** Stops polling for end notices. */
  @Override
  public synchronized void close() {
    if (looks != null) {
      looks.cancel(false);
    }
  }
}
