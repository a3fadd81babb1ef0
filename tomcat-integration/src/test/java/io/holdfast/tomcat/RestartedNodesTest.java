package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All nodes are restarted one after the other, as an update does, while clients are at work, and
 * each comes back empty: what is answered is there at the end, on each Tomcat. Without stickiness
 * that takes two copies: with one, what only the killed node had is lost.
 */
@Timeout(300)
class RestartedNodesTest {

  private static final int CLIENTS = 6;

  /** Without it the clients take the processors that Tomcats and nodes need for what is tried. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  @TempDir private Path base;
  private final List<MemcachedNode> nodes =
      Stream.generate(MemcachedNodes::start).limit(3).toList();
  private volatile boolean isOver;

  @AfterEach
  void stopNodes() {
    isOver = true;
    nodes.forEach(MemcachedNode::close);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 1, none",
    "true, 2, none",
    "false, 2, none",
    "false, 2, all",
  })
  void restartWhenEachNodeHasItsTurnUnderRequestsThenAllThatWasAnsweredIsThere(
      boolean sticky, int copies, String lockingMode) throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", sticky, copies, lockingMode);
        PageTomcat t2 = tomcat("t2", sticky, copies, lockingMode)) {
      List<Client> clients =
          IntStream.range(0, CLIENTS)
              .mapToObj(
                  number ->
                      sticky
                          ? new Client(List.of(number % 2 == 0 ? t1 : t2))
                          : new Client(List.of(t1, t2)))
              .toList();
      List<CompletableFuture<Void>> ends =
          clients.stream()
              .map(client -> CompletableFuture.runAsync(client, task -> new Thread(task).start()))
              .toList();
      for (MemcachedNode node : nodes) {
        awaitRequests(clients);
        node.kill();
        Await.until("it is lost", () -> lost(t1) == 1 && lost(t2) == 1);
        awaitRequests(clients);
        node.start();
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
  }

  private static void awaitRequests(List<Client> clients) {
    List<Integer> before = clients.stream().map(client -> client.answered).toList();
    Await.until(
        "each had some answers",
        () ->
            IntStream.range(0, CLIENTS)
                .allMatch(i -> clients.get(i).answered >= before.get(i) + 10));
  }

  private static RuntimeView observed(PageTomcat tomcat) {
    return Objects.requireNonNull(tomcat.manager.observed());
  }

  private static long lost(PageTomcat tomcat) {
    return observed(tomcat).metrics().get(Metric.NODES_LOST);
  }

  private static boolean isSettled(PageTomcat tomcat) {
    return observed(tomcat).resyncProgress().waiting() == 0
        && observed(tomcat).metrics().get(Metric.SESSIONS_NOT_STORED) == 0;
  }

  private PageTomcat tomcat(String name, boolean sticky, int copies, String lockingMode)
      throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes(
                IntStream.range(0, nodes.size())
                    .mapToObj(i -> "n%d:%s".formatted(i + 1, nodes.get(i).address()))
                    .toArray(String[]::new))
            .sticky(sticky)
            .set(Setting.COPIES, copies)
            .lockingMode(lockingMode)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    return new PageTomcat(base, name, sticky ? name : null, builder, new Page());
  }

  /** Raises a number in its session, again and again, on one of some Tomcats after the other. */
  private final class Client implements Runnable {

    private final Browser browser = new Browser();
    private final List<PageTomcat> tomcats;
    private final List<String> failures = new ArrayList<>();
    private volatile int answered;

    Client(List<PageTomcat> tomcats) {
      this.tomcats = tomcats;
    }

    @Override
    public void run() {
      for (int i = 0; !isOver; i++) {
        Response response = browser.get(tomcats.get(i % tomcats.size()).port(), "/page?way=raise");
        if (response.status() == 200) {
          int next = Integer.parseInt(response.body());
          if (next <= answered) {
            failures.add("%d after %d".formatted(next, answered));
          }
          answered = next;
        } else {
          failures.add(response.status() + " " + response.body());
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }

    int count(PageTomcat tomcat) {
      return Integer.parseInt(tomcat.ask(browser, "get"));
    }

    @Override
    public String toString() {
      return "the session has another count than " + answered + " " + failures;
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      int count = session.getAttribute("count") instanceof Integer number ? number : 0;
      if (request.getParameter("way").equals("raise")) {
        count++;
        session.setAttribute("count", count);
      }
      response.getWriter().print(count);
    }
  }
}
