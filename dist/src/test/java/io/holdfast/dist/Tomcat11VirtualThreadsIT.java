package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tomcats that give each request a virtual thread of its own. The virtual machine records which
 * virtual thread kept its carrier while it waited: none of ours may, but for a class. It also
 * records each wait of its timer, which ends waits of virtual threads that have a time: ours have
 * none.
 */
final class Tomcat11VirtualThreadsIT {

  /** The first JDK in which a monitor does not hold the carrier (JEP 491). */
  private static final int LEAST_FEATURE = 24;

  private static final int CLIENTS = 8;
  private static final int COUNTS = 200;
  private static final int WRITES = 20;
  private static final String PINNED = "jdk.VirtualThreadPinned";
  private static final String STARTED = "jdk.VirtualThreadStart";
  private static final String PARKED = "jdk.ThreadPark";

  /** Threads that end the timed waits of virtual threads, in Java 25 and before. */
  private static final List<String> TIMERS = List.of("delayScheduler", "VirtualThread-unpark");

  @Test
  void requestsWhenTheyRunOnVirtualThreadsThenLoseNothingAndTheirWaitsHoldNothing(
      @TempDir Path recordings) throws IOException {
    Path home = newerJdk().home();
    List<Path> files = List.of(recordings.resolve("t1.jfr"), recordings.resolve("t2.jfr"));
    try (Cluster cluster =
        Cluster.start(
            11,
            "kryo",
            List.of(
                ContextXml.synchronous("sticky"),
                ContextXml.named("none").manager("sticky", "false"),
                ContextXml.named("all").manager("sticky", "false").manager("lockingMode", "all")),
            settings -> onVirtualThreads(settings, home, files.get(0)),
            settings -> onVirtualThreads(settings, home, files.get(1)))) {
      assertNothingIsLost(cluster);
    }

    for (Path file : files) {
      assertWaitsHeldNothing(file);
    }
  }

  private static Jdk newerJdk() {
    Optional<Jdk> newer =
        Stream.of(Optional.of(Jdk.running()), Jdk.other())
            .flatMap(Optional::stream)
            .filter(jdk -> jdk.feature() >= LEAST_FEATURE)
            .findFirst();
    assumeTrue(newer.isPresent(), Jdk.NO_OTHER);
    return newer.orElseThrow();
  }

  private static TomcatSettings onVirtualThreads(TomcatSettings settings, Path home, Path file) {
    return settings
        .javaHome(home)
        .connectorAttributes("useVirtualThreads=\"true\"")
        .jvmOptions(
            Stream.of(
                    "settings=none",
                    "filename=" + file,
                    '+' + STARTED + "#enabled=true",
                    '+' + PINNED + "#enabled=true",
                    '+' + PINNED + "#threshold=0ms",
                    '+' + PINNED + "#stackTrace=true",
                    '+' + PARKED + "#enabled=true",
                    '+' + PARKED + "#threshold=0ms")
                .collect(Collectors.joining(",", "-XX:StartFlightRecording:", "")));
  }

  /** Also ends both Tomcats, which write their recordings then. */
  private static void assertNothingIsLost(Cluster cluster) {
    List<TomcatProcess> tomcats = List.of(cluster.t1, cluster.t2);
    OnceWritingClients writers = new OnceWritingClients(visitor(cluster, "none"), tomcats);
    CountingClients counters = new CountingClients(visitor(cluster, "all"), CLIENTS, tomcats);
    List<Visitor> shoppers =
        IntStream.range(0, CLIENTS).mapToObj(i -> visitor(cluster, "sticky")).toList();

    writers.write(CLIENTS, WRITES, 1);
    counters.start();
    counters.finish(COUNTS);
    shoppers.forEach(each -> each.ask(cluster.t1, "set?name=fruit&value=apple"));
    int counted = counters.total(cluster.t2);
    List<String> lost = writers.lost();
    cluster.t1.stop();
    List<String> fruits =
        shoppers.stream().map(each -> each.value(cluster.t2, "get?name=fruit")).distinct().toList();
    cluster.t2.stop();

    assertEquals(List.of(), writers.surprises());
    assertEquals(List.of(), lost);
    assertEquals(List.of(), counters.failures());
    assertEquals(counted, new HashSet<>(counters.counts()).size());
    assertEquals(List.of("apple"), fruits);
  }

  private static Visitor visitor(Cluster cluster, String context) {
    Visitor visitor = new Visitor(context);
    visitor.ask(cluster.t1, "info");
    return visitor;
  }

  private static void assertWaitsHeldNothing(Path recording) throws IOException {
    Map<String, Integer> pinnedBelow = new HashMap<>();
    int started = 0;
    int timed = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      String type = event.getEventType().getName();
      if (type.equals(STARTED)) {
        started++;
      } else if (type.equals(PARKED) && isOfATimer(event.getThread())) {
        timed++;
      } else if (type.equals(PINNED) && isOfAWait(frames(event))) {
        pinnedBelow.merge(frames(event), 1, Integer::sum);
      }
    }
    assertTrue(started > COUNTS / 4, "virtual threads were used: " + started);
    assertEquals(Map.of(), pinnedBelow);
    assertTrue(timed < started / 2, timed + " waits of the timer for " + started + " requests");
  }

  private static boolean isOfATimer(@Nullable RecordedThread thread) {
    String name = thread == null ? null : thread.getJavaName();
    return name != null && TIMERS.stream().anyMatch(name::contains);
  }

  /** A thread that waits for another one to load or initialize a class keeps its carrier, too. */
  private static boolean isOfAWait(String frames) {
    return frames.contains("LockSupport.park") && !frames.contains(".loadClass");
  }

  /** Where a virtual thread waited, from the innermost method on. */
  private static String frames(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    return trace == null
        ? ""
        : trace.getFrames().stream()
            .map(RecordedFrame::getMethod)
            .map(method -> method.getType().getName() + "." + method.getName())
            .reduce("", (outer, frame) -> outer + "\n  " + frame);
  }
}
