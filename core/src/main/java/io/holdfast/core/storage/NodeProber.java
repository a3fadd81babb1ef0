package io.holdfast.core.storage;

import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.StoreException.Reason;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Asks lost nodes at intervals whether they are back.
 *
 * <p>A probe loads a key that is never written. The time between rounds varies at random, by up to
 * a quarter of the interval, so that many Tomcats do not ask a returning node at the same moment.
 */
public final class NodeProber extends Rounds {

  /** The key that is asked for; never written. */
  public static final String PROBE_KEY = "holdfast:probe";

  /** The mean time between rounds, as a Tomcat asks. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Supplier<Map<String, NodeStore>> stores;
  private final NodeHealthBoard board;
  private final RandomGenerator random;
  private final Duration interval;

  /**
   * Creates a prober that does nothing until {@link #start()}.
   *
   * @param stores the stores in use now, by node id, not guarded: a guarded one does not ask a lost
   *     node
   */
  public NodeProber(
      Supplier<Map<String, NodeStore>> stores,
      NodeHealthBoard board,
      ScheduledExecutorService timer,
      RandomGenerator random,
      Duration interval) {
    super(timer);
    this.stores = stores;
    this.board = board;
    this.random = random;
    this.interval = interval;
  }

  /** Schedules the first round. */
  public void start() {
    start(pause());
  }

  @Override
  void round() {
    Map<String, NodeStore> now = stores.get();
    for (String nodeId : board.lostNodes()) {
      NodeStore store = now.get(nodeId);
      NodeHealthBoard.Watch watch = board.watchOrNull(nodeId);
      if (store != null && watch != null) {
        ask(store, () -> answered(watch));
      }
    }
  }

  /** Another node may have got the id since it was asked: the answer says nothing of that. */
  private void answered(NodeHealthBoard.Watch watch) {
    if (!isClosed()) {
      watch.succeeded();
    }
  }

  /** Asks an unguarded store whether its node is back; does not wait. A refusal is an answer. */
  public static void ask(NodeStore store, Runnable answered) {
    var unused =
        store
            .load(PROBE_KEY)
            .whenComplete(
                (value, failure) -> {
                  if (failure == null || StoreException.reasonOf(failure) == Reason.REFUSED) {
                    answered.run();
                  }
                });
  }

  @Override
  long pause() {
    long mean = interval.toNanos();
    return mean - mean / 4 + random.nextLong(mean / 2 + 1);
  }
}
