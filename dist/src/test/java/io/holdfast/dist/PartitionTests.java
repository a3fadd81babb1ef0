package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.NetworkNamespace;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A network that loses all packets between the Tomcats and their only node without a word. */
@RequiresRealMemcached
abstract class PartitionTests extends ClusterTests {

  private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(2);

  /**
   * Before the node counts as lost: twice the time of an operation, and time for a busy machine.
   */
  private static final Duration AT_FIRST = OPERATION_TIMEOUT.multipliedBy(3);

  /** Both ends of a connection send again later and later, and so does who opens one. */
  private static final Duration HEALED = Duration.ofSeconds(60);

  private static final int SESSIONS = 5;

  private static final String CONTEXT = "cut";

  /** A node with a network of its own, which can be cut. */
  record Remote(NetworkNamespace network, MemcachedNode node) implements AutoCloseable {

    /** Starts one; null where there is no memcached, or where networks cannot be made. */
    static @Nullable Remote start() {
      try {
        NetworkNamespace network = NetworkNamespace.open();
        if (MemcachedProcess.isInstalled()) {
          return new Remote(network, MemcachedProcess.startIn(network));
        }
        network.close();
        return null;
      } catch (IllegalStateException notAllowed) {
        return null;
      }
    }

    @Override
    public void close() {
      node.close();
      network.close();
    }
  }

  /** What is deployed for these tests. */
  static List<ContextXml> contexts(Remote remote) {
    return Mode.each(
        ContextXml.synchronous(CONTEXT)
            .manager("memcachedNodes", "n1:" + remote.node().address())
            .manager("operationTimeout", Long.toString(OPERATION_TIMEOUT.toMillis())));
  }

  /** The node of the contexts. */
  abstract Remote remote();

  @AfterEach
  void healNetwork() {
    remote().network().heal();
  }

  static Stream<Set<Direction>> cuts() {
    return Stream.of(
        EnumSet.allOf(Direction.class),
        EnumSet.of(Direction.COMMANDS),
        EnumSet.of(Direction.ANSWERS));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void sessionsWhenTheNetworkIsCutThenGoOnAndAreStoredWhenItIsHealed(Set<Direction> cut) {
    List<Visitor> visitors = Stream.of(Mode.values()).flatMap(PartitionTests::newVisitors).toList();
    times(visitors, "set?name=fruit&value=apple");
    Await.until("all are stored", () -> areStored(visitors, "apple"));

    cut.forEach(remote().network()::cut);
    List<Duration> first = new ArrayList<>();
    Await.until(
        "the node counts as lost",
        () -> {
          first.addAll(times(visitors, "set?name=fruit&value=pear"));
          return Stream.of(Mode.values()).allMatch(this::isLost);
        });
    List<Duration> later = new ArrayList<>(times(visitors, "set?name=fruit&value=cherry"));
    for (int i = 0; i < 10; i++) {
      later.addAll(times(visitors, "get?name=fruit"));
    }
    remote().network().heal();
    Await.until("all are stored again", HEALED, () -> areStored(visitors, "cherry"));
    Await.until("the other Tomcat reaches the node", HEALED, this::isReachedByOther);

    assertTrue(first.stream().allMatch(time -> time.compareTo(AT_FIRST) < 0), first::toString);
    assertTrue(
        later.stream().allMatch(time -> time.compareTo(OPERATION_TIMEOUT) < 0), later::toString);
    visitors.forEach(visitor -> assertEquals("cherry", visitor.value(t2(), "get?name=fruit")));
  }

  /**
   * Whether the other Tomcat stores new sessions. It had nothing to store meanwhile, so it may
   * count the node as seen while its connection still waits for the moment to send again.
   */
  private boolean isReachedByOther() {
    return Stream.of(Mode.values())
        .map(mode -> mode.visitor(CONTEXT))
        .allMatch(
            visitor ->
                visitor.at(t2(), "set?name=fruit&value=plum").status() == 200
                    && areStored(List.of(visitor), "plum"));
  }

  private static Stream<Visitor> newVisitors(Mode mode) {
    return Stream.generate(() -> mode.visitor(CONTEXT)).limit(SESSIONS);
  }

  private boolean isLost(Mode mode) {
    return "n1".equals(mode.visitor(CONTEXT).ask(t1(), "counters").get("lost"));
  }

  /** How long each request of these takes; all must succeed. */
  private List<Duration> times(List<Visitor> visitors, String command) {
    List<Duration> times = new ArrayList<>();
    for (Visitor visitor : visitors) {
      long start = System.nanoTime();
      visitor.ask(t1(), command);
      times.add(Duration.ofNanos(System.nanoTime() - start));
    }
    return times;
  }

  private boolean areStored(List<Visitor> visitors, String fruit) {
    return visitors.stream()
        .map(visitor -> cluster().storedOn(remote().node(), visitor.id()))
        .allMatch(stored -> stored != null && stored.attributes().equals(Map.of("fruit", fruit)));
  }
}
