package io.holdfast.sessions.fallback;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.backup.BackupExecutor;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.node.NodeListener;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Puts sessions in files back into the store, without waiting for a request: at start, and when a
 * node returns. Drops expired ones, and deletes obsolete files.
 *
 * <p>All of it runs under one key of the keyed serial executor, a batch at a time, so it never
 * overlaps itself, and other sessions' backups run in between.
 */
public final class FallbackReturn implements NodeListener {

  private static final System.Logger LOG = Loggers.of(FallbackReturn.class);

  /** No session has such a key: ids have no blanks. */
  private static final String LANE = "sessions in files";

  private static final int BATCH = 100;
  private static final int BATCHES_BETWEEN_REPORTS = 50;

  /** So many in a row that the store did not take; then the others are spared the wait. */
  private static final int ENOUGH_AWAY = 3;

  /** Nodes that did not answer need not be lost, and then no news of them will come. */
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(10);

  private final NodeListener others;
  private final SessionFiles files;
  private final PutBack putBack;
  private final BackupExecutor executor;
  private final ScheduledExecutorService timer;
  private final InstantSource clock;
  private final SessionMetrics metrics;
  private final SessionAge age;
  private final AtomicBoolean due = new AtomicBoolean();
  private final Deque<String> queue = new ArrayDeque<>();
  private final Map<PutBack.Fate, Integer> fates = new EnumMap<>(PutBack.Fate.class);
  private volatile boolean isStopped;
  private volatile boolean isPaused;
  private boolean isUnderWay;
  private int awayInARow;
  private int batches;
  private volatile boolean isWaitReported;
  private String lastReport = "";

  public FallbackReturn(
      NodeListener others,
      SessionFiles files,
      PutBack putBack,
      BackupExecutor executor,
      ScheduledExecutorService timer,
      InstantSource clock,
      SessionMetrics metrics) {
    this.others = others;
    this.files = files;
    this.putBack = putBack;
    this.executor = executor;
    this.timer = timer;
    this.clock = clock;
    this.metrics = metrics;
    this.age = new SessionAge(clock);
  }

  public void start() {
    look();
    var unused = timer.scheduleWithFixedDelay(this::deleteObsolete, 1, 1, TimeUnit.SECONDS);
  }

  /** Leaves the rest for the next start. */
  public void stop() {
    isStopped = true;
  }

  @Override
  public void nodeLost(String nodeId) {
    others.nodeLost(nodeId);
  }

  @Override
  public void nodeReturned(String nodeId) {
    others.nodeReturned(nodeId);
    look();
  }

  @Override
  public void reconnected(String nodeId) {
    others.reconnected(nodeId);
    look();
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    look();
    return others.nodesChanged(gone);
  }

  @Override
  public void nodeLeft(String nodeId) {
    others.nodeLeft(nodeId);
  }

  private void look() {
    due.set(true);
    isPaused = false;
    isWaitReported = false;
    goOn();
  }

  private void deleteObsolete() {
    if (files.hasObsolete()) {
      goOn();
    }
  }

  private void goOn() {
    if (!isStopped) {
      var unused =
          executor
              .submitUnlessOneWaits(LANE, this::work)
              .whenComplete(
                  (done, failure) -> {
                    if (failure != null) { // which the executor logs
                      goOnLater();
                    }
                  });
    }
  }

  private void work() {
    files.deleteObsolete();
    if (!isPaused) {
      putBackSome();
    }
  }

  private void putBackSome() {
    if (queue.isEmpty() && due.getAndSet(false)) {
      begin();
    }
    awayInARow = 0;
    for (int i = 0; i < BATCH && !queue.isEmpty() && awayInARow < ENOUGH_AWAY && !isStopped; i++) {
      handleAlone(queue.remove());
    }
    if (awayInARow == ENOUGH_AWAY) {
      if (!isWaitReported) {
        isWaitReported = true;
        report("wait for nodes");
      }
      goOnLater();
    } else if (!queue.isEmpty()) {
      if (++batches % BATCHES_BETWEEN_REPORTS == 0) {
        report("go on");
      }
      goOn();
    } else if (isUnderWay) {
      isUnderWay = false;
      report("are done");
      if (fates.containsKey(PutBack.Fate.STORE_AWAY)) {
        due.set(true);
        goOnLater();
      }
    }
  }

  private void begin() {
    queue.addAll(files.waiting(clock.instant()));
    fates.clear();
    isUnderWay = !queue.isEmpty();
  }

  /** Also where more are in the queue: the first ones may be those that no node takes. */
  private void goOnLater() {
    isPaused = true;
    try {
      var unused =
          timer.schedule(
              () -> {
                isPaused = false;
                goOn();
              },
              BETWEEN_ATTEMPTS.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Everything stops", e);
    }
  }

  /** Handles one file; its failure must not cost the others. */
  private void handleAlone(String name) {
    try {
      handle(name);
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "A session in a file cannot be put back now", e);
    }
  }

  private void handle(String name) {
    SpilledFile file;
    try {
      file = files.read(name);
    } catch (IOException e) { // later, as where no node answers; the files have told why
      note(PutBack.Fate.STORE_AWAY);
      return;
    }
    if (file == null) {
      return;
    }
    SessionSnapshot kept = file.snapshot();
    PutBack.Fate fate =
        age.isOver(kept.times()) ? PutBack.Fate.OUTDATED : putBack.store(kept).join();
    note(fate);
    if (fate == PutBack.Fate.STORED || fate == PutBack.Fate.OUTDATED) {
      files.delete(file);
      metrics.increment(
          fate == PutBack.Fate.STORED ? Metric.FILES_TAKEN_BACK : Metric.FILES_OUTDATED);
    }
  }

  private void note(PutBack.Fate fate) {
    awayInARow = fate == PutBack.Fate.STORE_AWAY ? awayInARow + 1 : 0;
    fates.merge(fate, 1, Integer::sum);
  }

  /** Not what was reported last: the same sessions may wait for a node for hours. */
  private void report(String state) {
    String report =
        ("Sessions in files %s: %d are in the store again, %d were over or newer there, %d are too"
                + " large for it, %d wait for it; %d to look at")
            .formatted(
                state,
                count(PutBack.Fate.STORED),
                count(PutBack.Fate.OUTDATED),
                count(PutBack.Fate.TOO_LARGE),
                count(PutBack.Fate.STORE_AWAY),
                queue.size());
    if (!report.equals(lastReport)) {
      LOG.log(System.Logger.Level.INFO, report);
    }
    lastReport = report;
  }

  private int count(PutBack.Fate fate) {
    return fates.getOrDefault(fate, 0);
  }
}
