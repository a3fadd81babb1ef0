package io.holdfast.sessions.fallback;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.store.StoreListener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Puts sessions in files back into the store, without waiting for a request: at start, and when a
 * node returns. Drops expired ones, and deletes obsolete files.
 *
 * <p>It takes one file at a time on the application's threads, never two side by side, and backups
 * run in between.
 */
public final class FallbackReturn implements StoreListener {

  private static final System.Logger LOG = Loggers.of(FallbackReturn.class);

  private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);
  private static final int FILES_BETWEEN_REPORTS = 5_000;

  /** So many in a row that the store did not take; then the others are spared the wait. */
  private static final int ENOUGH_AWAY = 3;

  /** Nodes that did not answer need not be lost, and then no news of them will come. */
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(10);

  private final SessionFiles files;
  private final Function<SessionSnapshot, CompletableFuture<Fate>> putBack;
  private final Executor threads;
  private final ScheduledExecutorService timer;
  private final InstantSource clock;
  private final SessionMetrics metrics;
  private final SessionAge age;
  private final AtomicBoolean due = new AtomicBoolean();

  private final Deque<String> queue = new ArrayDeque<>();
  private final Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
  private volatile boolean isStopped;
  private volatile boolean isPaused;
  private int awayInARow;
  private int handled;
  private volatile boolean isWaitReported;
  private String lastReport = "";

  /** What is done last; each step waits for the one before. */
  private CompletableFuture<?> lastStep = NOTHING;

  /** The outcome for a session in a file. */
  public enum Fate {
    /** It is in the store. */
    STORED,
    /** The store has something newer: the file is out of date. */
    OUTDATED,
    /** The store does not take a session of this size; its file stays. */
    TOO_LARGE,
    /** No node takes it now. */
    STORE_AWAY
  }

  /** Puts sessions back by a function whose futures complete normally. */
  public FallbackReturn(
      SessionFiles files,
      Function<SessionSnapshot, CompletableFuture<Fate>> putBack,
      Executor threads,
      ScheduledExecutorService timer,
      InstantSource clock,
      SessionMetrics metrics) {
    this.files = files;
    this.putBack = putBack;
    this.threads = threads;
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
  public void nodeReturned(String nodeId) {
    look();
  }

  @Override
  public void reconnected(String nodeId) {
    look();
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    look();
    return NOTHING;
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

  /** Has one more step done, behind what others do on these threads. */
  private synchronized void goOn() {
    if (isStopped) {
      return;
    }
    lastStep =
        lastStep
            .thenComposeAsync(before -> work(), threads)
            .handle(
                (done, failure) -> {
                  if (failure != null && !isStopped) { // it must not cost the others
                    LOG.log(Level.WARNING, "A session in a file cannot be put back now", failure);
                    note(Fate.STORE_AWAY);
                    handled();
                  }
                  return null;
                });
  }

  private CompletableFuture<Void> work() {
    files.deleteObsolete();
    if (isPaused || isStopped) {
      return NOTHING;
    }
    if (queue.isEmpty() && due.getAndSet(false)) {
      queue.addAll(files.waiting(clock.instant()));
      fates.clear();
    }
    String next = queue.poll();
    return next == null ? NOTHING : handle(next).thenRun(this::handled);
  }

  private void handled() {
    if (awayInARow >= ENOUGH_AWAY) {
      if (!isWaitReported) {
        isWaitReported = true;
        report("wait for nodes");
      }
      goOnLater();
    } else if (!queue.isEmpty()) {
      if (++handled % FILES_BETWEEN_REPORTS == 0) {
        report("go on");
      }
      goOn();
    } else {
      report("are done");
      if (fates.containsKey(Fate.STORE_AWAY)) {
        due.set(true);
        goOnLater();
      }
    }
  }

  /** Also where more are in the queue: the first ones may be those that no node takes. */
  private void goOnLater() {
    isPaused = true;
    awayInARow = 0;
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
      LOG.log(Level.DEBUG, "Everything stops", e);
    }
  }

  private CompletableFuture<Void> handle(String name) {
    SessionFiles.ReadFile file;
    try {
      file = files.read(name);
    } catch (IOException e) { // later, as where no node answers; the files have told why
      note(Fate.STORE_AWAY);
      return NOTHING;
    }
    if (file == null) {
      return NOTHING;
    }
    CompletableFuture<Fate> fate =
        age.isOver(file.snapshot().times())
            ? CompletableFuture.completedFuture(Fate.OUTDATED)
            : putBack.apply(file.snapshot());
    return fate.thenAcceptAsync(found -> concluded(file, found), threads);
  }

  private void concluded(SessionFiles.ReadFile file, Fate fate) {
    note(fate);
    switch (fate) {
      case STORED -> metrics.increment(Metric.FILES_TAKEN_BACK);
      case OUTDATED -> metrics.increment(Metric.FILES_OUTDATED);
      case TOO_LARGE, STORE_AWAY -> {
        return;
      }
    }
    files.delete(file);
  }

  private void note(Fate fate) {
    awayInARow = fate == Fate.STORE_AWAY ? awayInARow + 1 : 0;
    fates.merge(fate, 1, Integer::sum);
  }

  /** Not what was reported last: the same sessions may wait for a node for hours. */
  private void report(String state) {
    String report =
        ("Sessions in files %s: %d are in the store again, %d were over or newer there, %d are too"
                + " large for it, %d wait for it; %d to look at")
            .formatted(
                state,
                count(Fate.STORED),
                count(Fate.OUTDATED),
                count(Fate.TOO_LARGE),
                count(Fate.STORE_AWAY),
                queue.size());
    if (!report.equals(lastReport)) {
      LOG.log(Level.INFO, report);
    }
    lastReport = report;
  }

  private int count(Fate fate) {
    return fates.getOrDefault(fate, 0);
  }
}
