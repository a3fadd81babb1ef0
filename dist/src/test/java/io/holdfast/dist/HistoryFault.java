package io.holdfast.dist;

import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedNode;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong for a while, while histories are recorded.
 *
 * @param title for the report
 * @param endsTomcat whether a Tomcat loses what it has in memory
 */
record HistoryFault(String title, Damage damage, boolean endsTomcat) {

  private static final String ALL_LINES = "all lines to a node ";
  private static final String ONE_LINE = "the line of one Tomcat to a node ";

  /** What goes wrong with Tomcats. */
  static final List<HistoryFault> OF_TOMCATS =
      List.of(
          new HistoryFault("a Tomcat is killed and started again", HistoryFault::killTomcat, true),
          new HistoryFault("a Tomcat is frozen", HistoryFault::freezeTomcat));

  private static final List<HistoryFault> OF_NODES =
      List.of(
          new HistoryFault("a node is killed and comes back empty", HistoryFault::killNode),
          new HistoryFault("a node is frozen", HistoryFault::freezeNode),
          new HistoryFault("a node is restarted, empty", HistoryFault::restartNode),
          oneLine("is cut", FaultProxy::down),
          oneLine("stalls both ways", HistoryFault::stall),
          oneLine("loses commands", line -> line.add(Direction.COMMANDS, new Fault.Timeout())),
          oneLine("loses answers", line -> line.add(Direction.ANSWERS, new Fault.Timeout())),
          oneLine("is slow", line -> late(line, Duration.ofMillis(20))),
          oneLine("is too slow", line -> late(line, Duration.ofMillis(600))),
          oneLine(
              "is half-closed, 5 %",
              line -> line.add(Direction.ANSWERS, new Fault.HalfClose(), 0.05)),
          allLines("are cut", FaultProxy::down),
          allLines("stall both ways", HistoryFault::stall),
          allLines(
              "say that it is out of memory, 30 %",
              line -> line.add(Direction.ANSWERS, new Fault.Refusal(), 0.3)));

  /** All kinds, where each Tomcat has a line of its own to each node. */
  static final List<HistoryFault> ALL =
      Stream.of(OF_NODES, OF_TOMCATS).flatMap(List::stream).toList();

  /** One after which each Tomcat has what it had in memory. */
  HistoryFault(String title, Damage damage) {
    this(title, damage, false);
  }

  /** Does the damage. */
  interface Damage {
    /** Begins it; what is returned ends it. */
    Repair begin(LinedCluster cluster, HistoryFile file, Random random);
  }

  /** Makes whole what was damaged. */
  interface Repair {
    void run();

    /** The id of the node that has lost what it had; null if none has. */
    default @Nullable String emptied() {
      return null;
    }
  }

  /** A node without what it had is back. */
  private record Emptied(String emptied, Runnable start) implements Repair {

    @Override
    public void run() {
      start.run();
    }
  }

  /** Begins it; what is returned ends it. */
  Repair begin(LinedCluster cluster, HistoryFile file, Random random) {
    return damage.begin(cluster, file, random);
  }

  private static HistoryFault oneLine(String what, Consumer<FaultProxy> damage) {
    return new HistoryFault(
        ONE_LINE + what,
        (cluster, file, random) ->
            broken(List.of(any(any(cluster.tomcats(), random).lines(), random)), damage));
  }

  private static HistoryFault allLines(String what, Consumer<FaultProxy> damage) {
    return new HistoryFault(
        ALL_LINES + what,
        (cluster, file, random) -> {
          int node = random.nextInt(cluster.nodes().size());
          return broken(
              cluster.tomcats().stream().map(tomcat -> tomcat.lines().get(node)).toList(), damage);
        });
  }

  private static Repair broken(List<FaultProxy> lines, Consumer<FaultProxy> damage) {
    lines.forEach(damage);
    return () -> lines.forEach(FaultProxy::heal);
  }

  private static void stall(FaultProxy line) {
    line.add(Direction.COMMANDS, new Fault.Timeout());
    line.add(Direction.ANSWERS, new Fault.Timeout());
  }

  private static void late(FaultProxy line, Duration time) {
    line.add(Direction.ANSWERS, new Fault.Latency(time, time));
  }

  private static Repair killNode(LinedCluster cluster, HistoryFile file, Random random) {
    int index = random.nextInt(cluster.nodes().size());
    MemcachedNode node = cluster.nodes().get(index);
    node.kill();
    return new Emptied("n" + (index + 1), node::start);
  }

  private static Repair freezeNode(LinedCluster cluster, HistoryFile file, Random random) {
    MemcachedNode node = any(cluster.nodes(), random);
    node.freeze();
    return node::thaw;
  }

  private static Repair restartNode(LinedCluster cluster, HistoryFile file, Random random) {
    int index = random.nextInt(cluster.nodes().size());
    MemcachedNode node = cluster.nodes().get(index);
    node.kill();
    node.start();
    return new Emptied("n" + (index + 1), () -> {});
  }

  private static Repair killTomcat(LinedCluster cluster, HistoryFile file, Random random) {
    LinedTomcat tomcat = any(cluster.tomcats(), random);
    long from = System.nanoTime();
    tomcat.process().kill();
    tomcat.serve(false);
    file.killed(tomcat.toString(), from, System.nanoTime());
    return () -> {
      tomcat.process().start();
      cluster.warmUp(tomcat);
      tomcat.serve(true);
    };
  }

  private static Repair freezeTomcat(LinedCluster cluster, HistoryFile file, Random random) {
    LinedTomcat tomcat = any(cluster.tomcats(), random);
    tomcat.process().freeze();
    tomcat.serve(false);
    return () -> {
      tomcat.process().thaw();
      tomcat.serve(true);
    };
  }

  private static <T> T any(List<T> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  @Override
  public String toString() {
    return title;
  }
}
