package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Clients that ask one Tomcat again as soon as an answer is there, until they are told to stop. */
final class TimedClients {

  private final TomcatProcess tomcat;
  private final List<CompletableFuture<List<Duration>>> running;
  private volatile boolean stopped;

  private TimedClients(TomcatProcess tomcat, List<Visitor> visitors) {
    this.tomcat = tomcat;
    this.running =
        visitors.stream().map(visitor -> Background.start(() -> latencies(visitor))).toList();
  }

  /** Starts one client for each visitor, whose session has {@code fruit}, an apple. */
  static TimedClients start(TomcatProcess tomcat, List<Visitor> visitors) {
    return new TimedClients(tomcat, visitors);
  }

  /** Waits for the last answers; returns how long each took, or fails if one was not right. */
  List<Duration> stop() {
    stopped = true;
    return running.stream().flatMap(client -> client.join().stream()).toList();
  }

  private List<Duration> latencies(Visitor visitor) {
    List<Duration> latencies = new ArrayList<>();
    for (int turn = 1; !stopped; turn++) {
      String written = Integer.toString(turn);
      latencies.add(timed(() -> visitor.ask(tomcat, "set?name=turn&value=" + written)));
      latencies.add(timed(() -> assertReads(visitor, "turn", written)));
      latencies.add(timed(() -> assertReads(visitor, "fruit", "apple")));
    }
    return latencies;
  }

  private void assertReads(Visitor visitor, String name, String wanted) {
    assertEquals(wanted, visitor.value(tomcat, "get?name=" + name));
  }

  private static Duration timed(Runnable request) {
    long start = System.nanoTime();
    request.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
