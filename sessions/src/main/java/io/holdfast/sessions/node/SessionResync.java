package io.holdfast.sessions.node;

import io.holdfast.core.log.Loggers;
import io.holdfast.sessions.model.SessionView;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Stores the sessions of this Tomcat again when nodes went away or came back, without waiting for
 * their next request: invalidations first, then the sessions, the latest used first, a batch at a
 * time.
 *
 * @param <S> a session that is here
 * @param <E> an invalidation that this Tomcat knows of
 */
public abstract class SessionResync<S extends SessionView, E> implements NodeListener {

  private static final System.Logger LOG = Loggers.of(SessionResync.class);

  private final Supplier<? extends Collection<? extends S>> localSessions;
  private final PacedQueue<Item<S, E>> queue;

  /** What is stored again. */
  private sealed interface Item<S, E> {

    record OfSession<S, E>(S session) implements Item<S, E> {}

    record OfEnd<S, E>(E end) implements Item<S, E> {}
  }

  /**
   * Creates it with nothing to do.
   *
   * @param localSessions the sessions that the container holds now
   * @param perSecond how many sessions are worked on in a second, at least 1
   */
  protected SessionResync(
      Supplier<? extends Collection<? extends S>> localSessions,
      ScheduledExecutorService timer,
      int perSecond) {
    this.localSessions = localSessions;
    this.queue = new PacedQueue<>(timer, perSecond, this::perform);
  }

  private void perform(Item<S, E> item) {
    if (item instanceof Item.OfSession<S, E> of) {
      store(of.session());
    } else {
      restore(((Item.OfEnd<S, E>) item).end());
    }
  }

  /** Brings the copies of a session up to date; does not wait for the nodes. */
  protected abstract void store(S session);

  /** Brings the mark of an invalidation to nodes that have lost it; does not wait. */
  protected abstract void restore(E end);

  /** The invalidations that this Tomcat knows of. */
  protected abstract Collection<E> ended();

  /** Whether nodes lack something of a session for longer than a backup is repeated. */
  protected abstract boolean isStraggler(S session);

  /** The invalidations that a node lacks which does not count as lost, and so need never return. */
  protected abstract Collection<E> unfinishedEnds();

  /** Deletes what such nodes did not delete when they were asked to. */
  protected void repeatDeletions() {}

  /** The sessions that are here now. */
  protected final Collection<? extends S> localSessions() {
    return localSessions.get();
  }

  /** Does something on the timer, as soon as it is free. */
  protected final void later(Runnable step) {
    queue.later(step);
  }

  /**
   * Puts sessions into the queue, behind the invalidations: they must reach the nodes first, since
   * another Tomcat may store a session again whose invalidation it does not know.
   *
   * @param reason for the log: what is done with them, and why
   * @param isAffected which sessions of this Tomcat
   */
  protected final void lookAfter(String reason, Predicate<? super S> isAffected) {
    queue.addAll(ended().stream().<Item<S, E>>map(Item.OfEnd::new).toList());
    List<LastUse<S>> affected =
        localSessions.get().stream()
            .filter(isAffected)
            .map(session -> new LastUse<S>(session, session.times().thisAccessedTime()))
            .sorted(Comparator.<LastUse<S>>comparingLong(LastUse::time).reversed())
            .toList();
    if (affected.isEmpty()) {
      return;
    }
    LOG.log(
        System.Logger.Level.INFO, "{0} sessions are {1}", String.valueOf(affected.size()), reason);
    queue.addAll(
        affected.stream().<Item<S, E>>map(use -> new Item.OfSession<>(use.session())).toList());
  }

  /** A session with the time of its last use, which would change while it is sorted by. */
  private record LastUse<S>(S session, long time) {}

  /**
   * Does something on the timer.
   *
   * @return completes when that is done, and the queue is empty behind it
   */
  protected final CompletableFuture<Void> laterUntilEmpty(Runnable step) {
    CompletableFuture<Void> looked = new CompletableFuture<>();
    queue.later(
        () -> {
          try {
            step.run();
          } finally {
            looked.complete(null);
          }
        });
    return looked.thenCompose(done -> queue.whenEmpty());
  }

  /**
   * Stores the stragglers again: a node refused them, or did not answer, for longer than a backup
   * is repeated.
   */
  public final void stragglers() {
    queue.addAll(
        localSessions.get().stream()
            .filter(this::isStraggler)
            .<Item<S, E>>map(Item.OfSession::new)
            .toList());
  }

  /**
   * Brings to the nodes what they did not take of invalidations, for longer than that is repeated
   * at once. Until then another Tomcat may take such a session for one that lives.
   */
  public final void repeatEnds() {
    repeatDeletions();
    queue.addAll(unfinishedEnds().stream().<Item<S, E>>map(Item.OfEnd::new).toList());
  }

  /** How far the resync is. */
  public final ResyncProgress progress() {
    return queue.progress();
  }
}
