package io.holdfast.core.flow;

import io.holdfast.core.repository.SessionRepository;
import io.holdfast.core.routing.NodeStateListener;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Stores sessions again whose nodes went away or came back, without waiting for their next request:
 * the latest used first, a batch at a time.
 *
 * <p>A node that returns may have lost everything, or hold old records: all sessions that belong to
 * it are written again. Runs on a timer; the queue, in which a session stands once, has the monitor
 * of this object.
 */
final class Resync implements NodeStateListener {

  private static final System.Logger LOG = System.getLogger(Resync.class.getName());
  private static final int BATCH = 100;
  private static final long PAUSE_MILLIS = 100;

  private final Supplier<? extends Collection<? extends LiveSession>> localSessions;
  private final SessionRepository repository;
  private final SessionBackup backup;
  private final SessionCoordinator coordinator;
  private final ScheduledExecutorService timer;
  private final Set<LiveSession> queue = new LinkedHashSet<>();
  private boolean scheduled;

  Resync(
      Supplier<? extends Collection<? extends LiveSession>> localSessions,
      SessionRepository repository,
      SessionBackup backup,
      SessionCoordinator coordinator,
      ScheduledExecutorService timer) {
    this.localSessions = localSessions;
    this.repository = repository;
    this.backup = backup;
    this.coordinator = coordinator;
    this.timer = timer;
  }

  @Override
  public void nodeLost(String nodeId) {
    LOG.log(
        System.Logger.Level.WARNING,
        "memcached node {0} does not answer; its sessions are stored on the other nodes. It is"
            + " asked again in the background.",
        nodeId);
    later(() -> enqueue(nodeId, false));
  }

  @Override
  public void nodeReturned(String nodeId) {
    LOG.log(
        System.Logger.Level.WARNING,
        "memcached node {0} answers again; sessions that belong on it are stored on it.",
        nodeId);
    later(
        () -> {
          var unused = repository.nodeReturned(nodeId); // never fails: what does stays pending
          enqueue(nodeId, true);
        });
  }

  /** A connection was made again before anybody noticed that it was gone: the node may be empty. */
  void reconnected(String nodeId) {
    later(() -> enqueue(nodeId, true));
  }

  private void enqueue(String nodeId, boolean returned) {
    List<LastUse> affected =
        localSessions.get().stream()
            .filter(session -> isAffected(session, nodeId, returned))
            .map(session -> new LastUse(session, session.times().thisAccessedTime()))
            .sorted(Comparator.comparingLong(LastUse::time).reversed())
            .toList();
    if (affected.isEmpty()) {
      return;
    }
    LOG.log(
        System.Logger.Level.INFO,
        "{0} sessions are stored again because of node {1}",
        String.valueOf(affected.size()),
        nodeId);
    synchronized (this) {
      affected.forEach(use -> queue.add(use.session));
      if (!scheduled) {
        scheduled = true;
        later(this::nextBatch);
      }
    }
  }

  private boolean isAffected(LiveSession session, String nodeId, boolean returned) {
    BackupState state = session.backupState();
    boolean wasThere = state.nodeIds().contains(nodeId);
    boolean belongsThere = repository.targets(session.sessionId()).contains(nodeId);
    if (wasThere || (returned && belongsThere)) {
      state.lost();
    }
    return !backup.isWhereItShouldBe(session);
  }

  private void nextBatch() {
    synchronized (this) {
      for (int i = 0; i < BATCH && !queue.isEmpty(); i++) {
        LiveSession next = queue.iterator().next();
        queue.remove(next);
        coordinator.repeat(next);
      }
      scheduled = !queue.isEmpty();
      if (!scheduled) {
        return;
      }
    }
    schedule(this::nextBatch, PAUSE_MILLIS);
  }

  private void later(Runnable step) {
    schedule(step, 0);
  }

  private void schedule(Runnable step, long delayMillis) {
    try {
      var unused = timer.schedule(() -> guarded(step), delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Backups are stopping", e);
    }
  }

  private static void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) { // a timer swallows it, and with it all sessions still to store
      LOG.log(System.Logger.Level.WARNING, "Sessions could not be stored again", e);
    }
  }

  /** A session with the time of its last use, which would change while it is sorted by. */
  private record LastUse(LiveSession session, long time) {}
}
