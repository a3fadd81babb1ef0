package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.log.Loggers;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Queries the nodes again and again on its own thread, and passes each answer to the followers. A
 * useless answer is logged once and dropped.
 */
final class NodeDiscovery {

  private static final System.Logger LOG = Loggers.of(NodeDiscovery.class);

  private final DiscoverySettings settings;
  private final NodeLookup lookup;
  private final ScheduledExecutorService timer;
  private final ExecutorService asker;
  private final Set<Consumer<List<NodeAddress>>> followers = new CopyOnWriteArraySet<>();
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();

  private volatile boolean closed;

  /** Used on the asking thread only. */
  private boolean isTold;

  private volatile @Nullable List<NodeAddress> last;
  private volatile String trouble = "no answer yet";

  /** Creates it; it does nothing before {@link #ask}. Closes the asker, which has one thread. */
  NodeDiscovery(
      DiscoverySettings settings,
      NodeLookup lookup,
      ScheduledExecutorService timer,
      ExecutorService asker) {
    this.settings = settings;
    this.lookup = lookup;
    this.timer = timer;
    this.asker = asker;
  }

  /** Passes each answer on from now on. */
  void follow(Consumer<List<NodeAddress>> follower) {
    followers.add(follower);
  }

  /** Passes no answer on any more, but one that is being passed on. */
  void leave(Consumer<List<NodeAddress>> follower) {
    followers.remove(follower);
  }

  /** The last answer, or null. Waits for the first attempt to get one, if that is not over yet. */
  @Nullable List<NodeAddress> found(Duration longest) {
    try {
      firstAttempt.get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.log(Level.DEBUG, "The first question for nodes is still open", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return last;
  }

  /** Why there is no answer, for an operator. */
  String trouble() {
    return trouble;
  }

  /** Asks for the first time, or again. */
  void ask() {
    unlessClosed(() -> asker.execute(this::attempt));
  }

  private void unlessClosed(Runnable step) {
    if (!closed) {
      try {
        step.run();
      } catch (RejectedExecutionException e) {
        LOG.log(Level.DEBUG, "Everything stops", e);
      }
    }
  }

  private void attempt() {
    try {
      answered(lookup.find());
    } catch (IOException e) {
      failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException | LinkageError e) { // of the JDK's providers, or a defect
      failed(FoundNodes.quoted(e.toString()));
    } finally {
      firstAttempt.complete(null);
      long nanos = settings.interval().toNanos();
      unlessClosed(
          () -> {
            var unused = timer.schedule(this::ask, nanos, TimeUnit.NANOSECONDS);
          });
    }
  }

  private void answered(List<NodeAddress> found) {
    if (closed) {
      return;
    }
    if (isTold) {
      isTold = false;
      LOG.log(Level.WARNING, "{0} names nodes again: {1}", settings, found);
    }
    last = found;
    for (Consumer<List<NodeAddress>> follower : followers) {
      try {
        follower.accept(found);
      } catch (RuntimeException | LinkageError e) { // it keeps the answer from no other
        LOG.log(Level.ERROR, "The nodes that were found could not be used: " + found, e);
      }
    }
  }

  private void failed(String reason) {
    trouble = reason;
    if (!isTold && !closed) {
      isTold = true;
      LOG.log(
          Level.WARNING,
          "%s names no nodes: %s. The nodes in use stay. Holdfast queries it every %d s"
              .formatted(settings, reason, settings.interval().toSeconds()));
    }
  }

  /** Asks no more; a question that is on its way changes nothing. */
  void close() {
    closed = true;
    firstAttempt.complete(null);
    asker.shutdownNow();
  }
}
