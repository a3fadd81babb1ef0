package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All nodes are restarted one after the other, as an update does, while clients are at work, and
 * each comes back empty: what is answered is there at the end, on each Tomcat. Without stickiness
 * that takes two copies: with one, what only the killed node had is lost.
 */
@Timeout(300)
class RestartedNodesTest extends WithTomcats {

  private static final int CLIENTS = 6;

  /** Without it the clients take the processors that Tomcats and nodes need for what is tried. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** While nothing happens but that Tomcats have not seen yet that a node is back. */
  private static final Duration LONG_PAUSE = Duration.ofMillis(50);

  private final List<MemcachedNode> nodes =
      Stream.generate(() -> closing(MemcachedNodes.start())).limit(3).toList();
  private volatile Duration pause = PAUSE;
  private volatile boolean isOver;

  @AfterEach
  void stopClients() {
    isOver = true;
  }

  @ParameterizedTest
  @CsvSource({
    "true, 1, none",
    "true, 2, none",
    "false, 2, none",
    "false, 2, all",
  })
  void restartWhenEachNodeHasItsTurnUnderRequestsThenAllThatWasAnsweredIsThere(
      boolean sticky, int copies, String lockingMode) {
    PageTomcat t1 = tomcat("t1", sticky, copies, lockingMode);
    PageTomcat t2 = tomcat("t2", sticky, copies, lockingMode);
    List<Client> clients =
        IntStream.range(0, CLIENTS)
            .mapToObj(
                number ->
                    sticky
                        ? new Client(List.of(number % 2 == 0 ? t1 : t2))
                        : new Client(List.of(t1, t2)))
            .toList();
    List<CompletableFuture<String>> ends =
        clients.stream().map(client -> later(client::work)).toList();
    for (MemcachedNode node : nodes) {
      awaitRequests(clients);
      node.kill();
      Await.until("it is lost", () -> lost(t1) == 1 && lost(t2) == 1);
      awaitRequests(clients);
      node.start();
      pause = LONG_PAUSE;
      Await.until("one sees that it is back", () -> lost(t1) == 0 || lost(t2) == 0);
      pause = PAUSE;
      Await.until("it is back", () -> lost(t1) == 0 && lost(t2) == 0);
      Await.until("all is stored", () -> isSettled(t1) && isSettled(t2));
    }
    awaitRequests(clients);
    isOver = true;
    ends.forEach(CompletableFuture::join);
    Await.until("all is stored", () -> isSettled(t1) && isSettled(t2));

    for (Client client : clients) {
      for (PageTomcat tomcat : List.of(t1, t2, t1)) {
        assertTrue(client.count(tomcat) >= client.answered, client::toString);
      }
    }
    assertEquals(
        "",
        clients.stream()
            .flatMap(client -> client.failures.stream())
            .distinct()
            .collect(Collectors.joining(", ")));
  }

  private static void awaitRequests(List<Client> clients) {
    List<Integer> before = clients.stream().map(client -> client.answered).toList();
    Await.until(
        "each had some answers",
        () ->
            IntStream.range(0, CLIENTS)
                .allMatch(i -> clients.get(i).answered >= before.get(i) + 10));
  }

  private static long lost(PageTomcat tomcat) {
    return tomcat.count(Metric.NODES_LOST);
  }

  private static boolean isSettled(PageTomcat tomcat) {
    return tomcat.observed().resyncProgress().waiting() == 0
        && tomcat.count(Metric.SESSIONS_NOT_STORED) == 0;
  }

  private PageTomcat tomcat(String name, boolean sticky, int copies, String lockingMode) {
    String[] named =
        IntStream.range(0, nodes.size())
            .mapToObj(i -> "n%d:%s".formatted(i + 1, nodes.get(i).address()))
            .toArray(String[]::new);
    return start(
        name,
        settings(sticky ? "sticky" : lockingMode, named)
            .set(Setting.SESSION_BACKUP_ASYNC, true)
            .set(Setting.LOCK_EXPIRATION, Duration.ofSeconds(5))
            .set(Setting.COPIES, copies));
  }

  /** Raises a number in its session, again and again, on one of some Tomcats after the other. */
  private final class Client {

    private final Browser client = new Browser();
    private final List<PageTomcat> tomcats;
    private final List<String> failures = new ArrayList<>();
    private volatile int answered;

    Client(List<PageTomcat> tomcats) {
      this.tomcats = tomcats;
    }

    String work() {
      for (int i = 0; !isOver; i++) {
        Response response = tomcats.get(i % tomcats.size()).get(client, "raise");
        if (response.status() == 200) {
          int next = Integer.parseInt(response.body());
          if (next <= answered) {
            failures.add("%d after %d".formatted(next, answered));
          }
          answered = next;
        } else {
          failures.add(response.status() + " " + response.body());
        }
        LockSupport.parkNanos(pause.toNanos());
      }
      return "over";
    }

    int count(PageTomcat tomcat) {
      return Integer.parseInt(tomcat.ask(client, "show count"));
    }

    @Override
    public String toString() {
      return "the session has another count than " + answered + " " + failures;
    }
  }
}
