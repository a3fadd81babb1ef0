package io.holdfast.dist;

import io.holdfast.testkit.Await;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Notes when a Tomcat had no node that took what its sessions changed: two things went wrong at the
 * same time, such as a node that was away and a machine that was too busy to answer for another.
 * What README promises then is less.
 */
final class HistoryWatch {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long PERIOD_NANOS = 250_000_000;

  private final LinedCluster cluster;
  private final List<HistoryMode> modes;
  private final HistoryFile file;

  /** What the last look at each mode of each Tomcat gave. */
  private final Map<String, Look> last = new HashMap<>();

  private record Look(long began, long failed) {}

  HistoryWatch(LinedCluster cluster, List<HistoryMode> modes, HistoryFile file) {
    this.cluster = cluster;
    this.modes = modes;
    this.file = file;
  }

  /** Looks again and again. */
  void run(BooleanSupplier goingOn) {
    while (goingOn.getAsBoolean()) {
      long next = System.nanoTime() + PERIOD_NANOS;
      look();
      Await.until(
          "time passes", PATIENCE, () -> System.nanoTime() >= next || !goingOn.getAsBoolean());
    }
    look();
  }

  private void look() {
    for (LinedTomcat tomcat : cluster.serving()) {
      for (HistoryMode mode : modes) {
        try {
          look(tomcat, mode);
        } catch (UncheckedIOException e) {
          last.remove(mode + " of " + tomcat); // it was killed or frozen just now
        }
      }
    }
  }

  private void look(LinedTomcat tomcat, HistoryMode mode) {
    long began = System.nanoTime();
    Map<String, String> counters = new Visitor(mode.toString()).ask(tomcat.process(), "counters");
    long failed = Long.parseLong(Objects.requireNonNull(counters.get("BACKUPS_FAILED")));
    String lost = Objects.requireNonNull(counters.get("lost"));
    long nodes = Arrays.stream(lost.split(",", -1)).filter(node -> !node.isEmpty()).count();
    Look before = last.put(mode + " of " + tomcat, new Look(began, failed));
    if (before != null && (failed > before.failed || nodes == cluster.nodes().size())) {
      file.apart(tomcat.toString(), mode, before.began, System.nanoTime());
    }
  }
}
