package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.log.Loggers;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets one application's list of nodes follow the answers, step by step. The next step comes when
 * the one before is done, which means that sessions have their copies again, and when other Tomcats
 * have had the time to take that one, too.
 */
public final class NodeFollower implements Consumer<List<NodeAddress>> {

  private static final System.Logger LOG = Loggers.of(NodeFollower.class);

  /**
   * A node is gone when so many answers in a row have not named it. One that is missing once may be
   * restarted at the moment, or the answer may be a part of the whole.
   */
  static final int ANSWERS = 3;

  /** By then each Tomcat has asked. */
  private static final int INTERVALS_BETWEEN_STEPS = 2;

  private final NodeSteps steps;
  private final Duration pause;
  private final InstantSource clock;
  private final Function<NodeLayout, CompletableFuture<Void>> change;

  /** From how many answers in a row nodes have been missing. */
  private Map<NodeAddress, Integer> absences = Map.of();

  private NodeLayout current;
  private @Nullable Instant stepped;
  private CompletableFuture<?> lastStep = CompletableFuture.completedFuture(null);

  /**
   * Creates it; it does nothing before the first answer.
   *
   * @param change takes other nodes into use; the result completes when sessions are where they
   *     belong, and nothing is left of the nodes that are gone
   */
  public NodeFollower(
      DiscoverySettings settings,
      boolean isShared,
      NodeLayout first,
      InstantSource clock,
      Function<NodeLayout, CompletableFuture<Void>> change) {
    this.steps = new NodeSteps(isShared, settings.placeholder());
    this.pause = settings.interval().multipliedBy(INTERVALS_BETWEEN_STEPS);
    this.current = first;
    this.clock = clock;
    this.change = change;
  }

  /** Hears an answer. */
  @Override
  public synchronized void accept(List<NodeAddress> found) {
    absences =
        current.nodes().stream()
            .filter(node -> !found.contains(node))
            .collect(Collectors.toMap(node -> node, node -> absences.getOrDefault(node, 0) + 1));
    Instant now = clock.instant();
    if (!lastStep.isDone() || isTooEarly(now)) {
      return;
    }
    Set<NodeAddress> gone = new HashSet<>(absences.keySet());
    gone.removeIf(node -> absences.getOrDefault(node, 0) < ANSWERS);
    NodeLayout next = steps.next(current, found, gone);
    if (next != null) {
      current = next;
      stepped = now;
      lastStep =
          change
              .apply(next)
              .whenComplete(
                  (done, failure) -> {
                    if (failure != null) {
                      LOG.log(Level.WARNING, "Nodes have changed, but " + failure, failure);
                    }
                  });
    }
  }

  /** Not for longer because the clock was set back. */
  private boolean isTooEarly(Instant now) {
    return stepped != null && Duration.between(stepped, now).abs().compareTo(pause) < 0;
  }
}
