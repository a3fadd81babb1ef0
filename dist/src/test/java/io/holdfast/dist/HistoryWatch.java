package io.holdfast.dist;

import io.holdfast.testkit.Await;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Notes when two Tomcats may have had no node of a session in common, or one had none that took
 * what its sessions changed: two things went wrong at the same time, such as a line that was cut
 * and a machine that was too busy to answer on another one. docs/failures.md promises less then.
 */
final class HistoryWatch {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long PERIOD_NANOS = 250_000_000;

  private static final Pattern STATUS =
      Pattern.compile("id=(?<id>\\S+) .*?state=(?<state>\\S+) since=(?<since>[^,\\s]+)");

  /** On how many nodes a session is, if that many are there. */
  private static final int COPIES = 2;

  /** As many as a Tomcat names. */
  private int nodes;

  private final LinedCluster cluster;
  private final List<HistoryMode> modes;
  private final HistoryFile file;
  private final HistoryCounts counts;

  /** When the last look at each mode began. */
  private final Map<HistoryMode, Long> lookedAt = new HashMap<>();

  /** How many saves had failed by then, for each mode of each Tomcat. */
  private final Map<String, Long> failed = new HashMap<>();

  /** How much each node had left unanswered by then, for each mode of each Tomcat. */
  private final Map<String, Unanswered> unanswered = new HashMap<>();

  HistoryWatch(LinedCluster cluster, List<HistoryMode> modes, HistoryFile file) {
    this.cluster = cluster;
    this.modes = modes;
    this.file = file;
    this.counts = new HistoryCounts(file);
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

  /** Looks once at all modes. */
  void look() {
    modes.forEach(this::look);
  }

  private void look(HistoryMode mode) {
    long began = System.nanoTime();
    List<Set<String>> lost = new ArrayList<>();
    boolean isApart = false;
    for (LinedTomcat tomcat : cluster.serving()) {
      try {
        Map<String, String> counters =
            new Visitor(mode.toString()).ask(tomcat.process(), "counters");
        counts.note(tomcat, mode, counters, began);
        noteMissed(tomcat, mode, counters, began);
        lost.add(lostNodes(counters, lookedAt.get(mode)));
        isApart |= hasFailed(mode + " of " + tomcat, counters);
      } catch (UncheckedIOException e) {
        failed.remove(mode + " of " + tomcat); // it was killed or frozen just now, or is busy
      }
    }
    isApart |= haveNoneInCommon(lost);
    Long before = lookedAt.put(mode, began);
    if (isApart) {
      file.apart(mode, before == null ? began : before, System.nanoTime());
    }
  }

  /** Notes the nodes that have left something unanswered since the last look. */
  private void noteMissed(
      LinedTomcat tomcat, HistoryMode mode, Map<String, String> counters, long began) {
    Unanswered now = Unanswered.of(Objects.requireNonNull(counters.get("failures")), began);
    Unanswered before = unanswered.put(mode + " of " + tomcat, now);
    if (before == null) {
      return;
    }
    String missed =
        now.counts.keySet().stream()
            .filter(node -> isMore(before.counts.get(node), now.counts.get(node)))
            .collect(Collectors.joining(","));
    if (!missed.isEmpty()) {
      file.missed(tomcat.toString(), mode, missed, before.at, System.nanoTime());
    }
  }

  /** A Tomcat that was killed counts from zero again; one that was frozen goes on. */
  private static boolean isMore(@Nullable String before, @Nullable String now) {
    long then = before == null ? 0 : Long.parseLong(before);
    long count = now == null ? 0 : Long.parseLong(now);
    return count < then ? count > 0 : count > then;
  }

  /** Those that are lost, or were since the last look: they are back since then. */
  private Set<String> lostNodes(Map<String, String> counters, @Nullable Long lastLook) {
    Set<String> lost = new HashSet<>();
    Matcher status = STATUS.matcher(Objects.requireNonNull(counters.get("nodes")));
    int count = 0;
    while (status.find()) {
      count++;
      long nanosAgo =
          Duration.between(Instant.parse(status.group("since")), Instant.now()).toNanos();
      boolean isBackSince = lastLook != null && System.nanoTime() - nanosAgo - lastLook >= 0;
      if (status.group("state").equals("LOST") || isBackSince) {
        lost.add(status.group("id"));
      }
    }
    nodes = count;
    return lost;
  }

  private boolean hasFailed(String who, Map<String, String> counters) {
    long now = Long.parseLong(Objects.requireNonNull(counters.get("BACKUPS_FAILED")));
    Long before = failed.put(who, now);
    return before != null && now > before;
  }

  /** Whether some two of them, or one by itself, may have no node of a session in common. */
  private boolean haveNoneInCommon(List<Set<String>> lost) {
    return lost.stream()
        .anyMatch(one -> lost.stream().anyMatch(other -> canStoreApart(one, other)));
  }

  /**
   * Whether one of two Tomcats can store a session where the other reaches no node: on all nodes
   * that it uses for one session, or on all that it has.
   */
  private boolean canStoreApart(Set<String> lostHere, Set<String> lostThere) {
    int reached = nodes - lostHere.size();
    long unreachedThere = lostThere.stream().filter(node -> !lostHere.contains(node)).count();
    return unreachedThere >= Math.min(COPIES, reached);
  }

  /** How much each node had left unanswered at some time. */
  private record Unanswered(long at, Map<String, String> counts) {

    static Unanswered of(String failures, long at) {
      Map<String, String> counts = new TreeMap<>();
      for (String node : failures.split(",", -1)) {
        int end = node.lastIndexOf(':');
        counts.put(node.substring(0, end), node.substring(end + 1));
      }
      return new Unanswered(at, counts);
    }
  }
}
