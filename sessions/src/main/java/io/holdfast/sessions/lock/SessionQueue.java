package io.holdfast.sessions.lock;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.sessions.lock.LeaseNodes.Result;
import io.holdfast.sessions.lock.LeaseNodes.Round;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of this Tomcat that want one session, first come first served, and the request that
 * holds it.
 *
 * <p>The queue acquires the lease, not a request: a request that gives up waiting leaves the
 * attempt to the next. While requests wait, one passes the lease to the next without a query to the
 * nodes, until the Tomcat's turn ends or a node comes back. Then the queue releases the lease. It
 * acquires it again after a pause in which every other waiting Tomcat tries at least once.
 *
 * <p>Nothing is called while the monitor is held: decisions made in it are carried out after.
 */
final class SessionQueue {

  private static final System.Logger LOG = Loggers.of(SessionQueue.class);
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private enum Phase {
    /** No request has come yet. */
    NEW,
    /** Nodes are being asked. */
    ATTEMPTING,
    /** They are asked again later. */
    PAUSING,
    /** A request has the session. */
    HELD,
    /** No request has or wants it; one that comes now needs a new queue. */
    RETIRED
  }

  private final LockTools tools;
  private final int maxWaiters;
  private final Supplier<LeaseNodes> nodesOfALease;
  private final Consumer<SessionQueue> whenRetired;

  private final Queue<Waiter> waiters = new ArrayDeque<>(1); // most requests find a free session
  private Phase phase = Phase.NEW;
  private LeaseNodes nodes;
  private int attempts;
  private @Nullable Turn current;
  private long turnEnds;

  /**
   * Creates an empty queue.
   *
   * @param tools shared with other queues
   * @param maxWaiters how many may wait at the same time
   * @param nodesOfALease the nodes to ask for the session's lease; queried for each turn of this
   *     Tomcat
   * @param whenRetired is told, perhaps twice, when the queue accepts no request any more
   */
  SessionQueue(
      LockTools tools,
      int maxWaiters,
      Supplier<LeaseNodes> nodesOfALease,
      Consumer<SessionQueue> whenRetired) {
    this.tools = tools;
    this.maxWaiters = maxWaiters;
    this.nodesOfALease = nodesOfALease;
    this.whenRetired = whenRetired;
    this.nodes = nodesOfALease.get();
  }

  /** Lets a request wait, or tells it that too many do; false if the queue has retired. */
  boolean enter(Waiter waiter) {
    boolean isFirst;
    boolean isFull;
    synchronized (this) {
      if (phase == Phase.RETIRED) {
        return false;
      }
      isFirst = phase == Phase.NEW;
      isFull = waiters.size() >= maxWaiters;
      if (isFirst) {
        phase = Phase.PAUSING;
      } else if (!isFull) {
        waiter.noteWait();
      }
      if (!isFull) {
        waiters.add(waiter);
      }
    }
    if (isFull) {
      waiter.turnAway();
      return true;
    }
    var unused = waiter.result().whenComplete((outcome, failure) -> leave(waiter));
    tools.unlessBefore(waiter.result(), tools.terms().patience(), waiter::timeOut);
    if (isFirst) {
      attempt(waiter.behind());
    }
    return true;
  }

  /** Refuses all waiting requests and gives the lease back. */
  void stop() {
    List<Waiter> sentAway;
    Phase before;
    Turn turn;
    synchronized (this) {
      sentAway = List.copyOf(waiters);
      waiters.clear();
      before = phase;
      phase = Phase.RETIRED;
      turn = current;
      current = null;
    }
    sentAway.forEach(Waiter::timeOut);
    var unused =
        switch (before) {
          case HELD -> giveBack(turn == null ? null : turn.lease);
          case NEW, PAUSING -> nodes.giveBack();
          case ATTEMPTING, RETIRED -> DONE; // the thread that attempts or has retired it does that
        };
    whenRetired.accept(this);
  }

  private synchronized void leave(Waiter waiter) {
    waiters.remove(waiter);
  }

  /**
   * Asks the nodes for the lease.
   *
   * @param behind at the first attempt, makes the reads behind the question; null at others: those
   *     who wait for another Tomcat leave the record to that
   */
  private void attempt(@Nullable Function<NodeStore, ReadBehind> behind) {
    boolean isWanted;
    synchronized (this) {
      if (phase != Phase.PAUSING) {
        return;
      }
      isWanted = !waiters.isEmpty();
      phase = isWanted ? Phase.ATTEMPTING : Phase.RETIRED;
      attempts++;
    }
    if (!isWanted) {
      retire();
      return;
    }
    var unused =
        DONE.thenCompose(start -> nodes.ask(attempts == 1, behind))
            .exceptionally( // always an end: later requests would wait for it for ever
                defect -> {
                  LOG.log(Level.ERROR, "no lease, because of a defect", defect);
                  return new Round(Result.NOBODY_ANSWERS, tools.now(), false, 0);
                })
            .thenAccept(round -> attempted(round, behind != null && round.silent() == 0));
  }

  private void attempted(Round round, boolean isAtOnce) {
    switch (round.result()) {
      case HELD -> got(new Lease(nodes, round, tools), round.silent(), isAtOnce);
      case NOBODY_ANSWERS -> {
        tools.metrics().increment(Metric.LEASES_LOCAL);
        var unused = nodes.giveBack();
        beginTurn(null, false);
      }
      case OTHERS -> tryAgain();
    }
  }

  private void got(Lease lease, int leftOut, boolean isAtOnce) {
    if (lease.isLost()) {
      tryAgain(); // the answers came after its time
      return;
    }
    tools.metrics().increment(Metric.LEASES_TAKEN);
    tools.metrics().add(Metric.LEASE_NODES_LEFT_OUT, leftOut);
    lease.renewAfter(tools.terms().renewal());
    beginTurn(lease, isAtOnce);
  }

  private void tryAgain() {
    var unused = nodes.letGo();
    boolean isWanted;
    synchronized (this) {
      isWanted = phase == Phase.ATTEMPTING && !waiters.isEmpty();
      phase = isWanted ? Phase.PAUSING : Phase.RETIRED;
      waiters.forEach(Waiter::noteWait);
    }
    if (isWanted) {
      attemptAfter(tools.pauseAfter(attempts));
    } else {
      retire();
    }
  }

  private void attemptAfter(Duration pause) {
    if (tools.later(pause, () -> attempt(null)) == null) {
      stop();
    }
  }

  /** Serves the first waiting request, or retires if all have left meanwhile. */
  private void beginTurn(@Nullable Lease lease, boolean isAtOnce) {
    Waiter first;
    Turn turn = new Turn(lease);
    synchronized (this) {
      turnEnds = tools.now() + tools.terms().turn().toNanos();
      first = phase == Phase.ATTEMPTING ? takeFirst(turn) : null;
      if (first == null) {
        phase = Phase.RETIRED;
      }
    }
    if (first == null) {
      var unused = giveBack(lease);
      whenRetired.accept(this);
    } else {
      tell(first, turn, isAtOnce);
    }
  }

  /** Takes the request that waits longest; null if none waits. Within the monitor. */
  private @Nullable Waiter takeFirst(Turn turn) {
    Waiter first = waiters.poll();
    if (first != null) {
      current = turn;
      phase = Phase.HELD;
    }
    return first;
  }

  /** Tells a request that it has the session; ends the turn at once if it has left. */
  private static void tell(Waiter waiter, Turn turn, boolean isAtOnce) {
    LockOutcome outcome =
        turn.lease == null
            ? new LockOutcome.StoreAway(turn)
            : new LockOutcome.Granted(turn, isAtOnce);
    if (!waiter.tell(outcome)) {
      var unused = turn.release();
    }
  }

  private CompletableFuture<Void> released(Turn turn) {
    Lease lease = turn.lease;
    boolean isLost = turn.isLost();
    // Who begins to wait right behind this finds the lease given back.
    boolean isInPlace = lease != null && isAwaited() && lease.isWhereItIsAskedFor();
    boolean isWanted;
    Waiter next = null;
    Turn nextTurn = new Turn(lease);
    synchronized (this) {
      if (current != turn) {
        return DONE; // stopped meanwhile
      }
      current = null;
      isWanted = !waiters.isEmpty();
      if (!isWanted) {
        phase = Phase.RETIRED;
      } else if (!isLost && isInPlace && turnEnds - tools.now() > 0) {
        next = takeFirst(nextTurn);
      } else {
        phase = Phase.PAUSING;
        attempts = 0;
        nodes = nodesOfALease.get();
      }
    }
    if (next != null) {
      tools.metrics().increment(Metric.LEASES_HANDED_ON);
      tell(next, nextTurn, false);
      return DONE;
    }
    CompletableFuture<Void> back = giveBack(lease);
    if (!isWanted) {
      whenRetired.accept(this);
    } else if (isLost) {
      attempt(null);
    } else {
      attemptAfter(tools.pauseForOthers());
    }
    return back;
  }

  private synchronized boolean isAwaited() {
    return !waiters.isEmpty();
  }

  private void retire() {
    var unused = nodes.giveBack();
    whenRetired.accept(this);
  }

  private static CompletableFuture<Void> giveBack(@Nullable Lease lease) {
    return lease == null ? DONE : lease.giveBack();
  }

  /** One request's use of its session. */
  private final class Turn implements HeldLease {

    /** On the nodes; null if no node answered. */
    private final @Nullable Lease lease;

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicBoolean released = new AtomicBoolean();

    Turn(@Nullable Lease lease) {
      this.lease = lease;
    }

    @Override
    public boolean isGranted() {
      return lease != null;
    }

    @Override
    public boolean isLost() {
      return lease == null || lease.isLost();
    }

    @Override
    public CompletableFuture<Void> release() {
      if (released.compareAndSet(false, true)) {
        var unused = released(this).whenComplete((nothing, failure) -> done.complete(null));
      }
      return done.copy();
    }
  }
}
