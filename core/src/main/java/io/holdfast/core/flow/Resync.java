package io.holdfast.core.flow;

import io.holdfast.core.repository.SessionRepository;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Stores sessions again whose nodes went away or came back, without waiting for their next request:
 * the latest used first, a batch at a time.
 *
 * <p>A node that returns may have lost everything, or hold old records: all sessions that belong to
 * it are written again.
 */
final class Resync implements NodeNews {

  private static final System.Logger LOG = System.getLogger(Resync.class.getName());

  private final Supplier<? extends Collection<? extends LiveSession>> localSessions;
  private final SessionRepository repository;
  private final SessionBackup backup;
  private final PacedQueue<LiveSession> queue;

  Resync(
      Supplier<? extends Collection<? extends LiveSession>> localSessions,
      SessionRepository repository,
      SessionBackup backup,
      SessionCoordinator coordinator,
      ScheduledExecutorService timer) {
    this.localSessions = localSessions;
    this.repository = repository;
    this.backup = backup;
    this.queue = new PacedQueue<>(timer, coordinator::repeat);
  }

  @Override
  public void nodeLost(String nodeId) {
    LOG.log(
        System.Logger.Level.WARNING,
        "memcached node {0} does not answer; its sessions are stored on the other nodes. It is"
            + " asked again in the background.",
        nodeId);
    queue.later(() -> enqueue(nodeId, false));
  }

  @Override
  public void nodeReturned(String nodeId) {
    LOG.log(
        System.Logger.Level.WARNING,
        "memcached node {0} answers again; sessions that belong on it are stored on it.",
        nodeId);
    queue.later(
        () -> {
          var unused = repository.nodeReturned(nodeId); // never fails: what does stays pending
          enqueue(nodeId, true);
        });
  }

  @Override
  public void reconnected(String nodeId) {
    queue.later(() -> enqueue(nodeId, true));
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
    queue.addAll(affected.stream().map(LastUse::session).toList());
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

  /** A session with the time of its last use, which would change while it is sorted by. */
  private record LastUse(LiveSession session, long time) {}
}
