package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.OnLockTimeout;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client that sends hundreds of requests with one cookie while one of them has the session to
 * itself: the others must not take all threads of the Tomcat.
 */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // each test starts its own
class LockWaitersTest extends WithOneNode {

  private static final int REQUESTS = 400;
  private static final int WAITERS = 20;
  private static final int REFUSED = 50;

  private PageTomcat tomcat;
  private Socket holder;

  @ParameterizedTest
  @EnumSource
  void requestsWhenHundredsWaitForOneSessionThenOthersAreServedAndTheSurplusIsRefused(
      OnLockTimeout onLockTimeout) throws IOException {
    beginToHold("all", onLockTimeout, WAITERS);
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      sockets.add(send("show fruit"));
    }

    String other = tomcat.ask(new Browser(), "show fruit");
    awaitRefused(REQUESTS - WAITERS);
    page.gate().open();

    assertEquals("no session", other);
    assertEquals("HTTP/1.1 200", statusOf(holder));
    TreeMap<String, Long> answers =
        sockets.stream()
            .map(LockWaitersTest::statusOf)
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    assertEquals(
        "{HTTP/1.1 200=%d, HTTP/1.1 503 Retry-After=%d}".formatted(WAITERS, REQUESTS - WAITERS),
        answers.toString());
    awaitNoLease();
  }

  @Test
  void autoWhenRequestsAreRefusedThenDoesNotTakeTheirKindForOneThatReads() throws IOException {
    beginToHold("auto", OnLockTimeout.REJECT, 1);

    for (int i = 0; i <= REFUSED; i++) {
      var unused = send("show fruit");
    }
    awaitRefused(REFUSED);

    assertEquals(503, tomcat.get(browser, "show fruit").status());
    page.gate().open();
    assertEquals("HTTP/1.1 200", statusOf(holder));
    awaitNoLease();
  }

  private void awaitRefused(long count) {
    Await.until("the surplus is refused", () -> tomcat.count(Metric.LEASE_QUEUES_FULL) == count);
  }

  private void beginToHold(String lockingMode, OnLockTimeout onLockTimeout, int maxWaiters)
      throws IOException {
    tomcat =
        start(
            "t1",
            settings(lockingMode)
                .set(Setting.ON_LOCK_TIMEOUT, onLockTimeout)
                .set(Setting.MAX_LOCK_WAITERS, maxWaiters));
    assertEquals("done", tomcat.ask(browser, "set fruit apple"));
    holder = send("hold");
    page.gate().awaitArrival();
  }

  /** Sends a request, and does not wait for its answer. */
  private Socket send(String way) throws IOException {
    Socket socket = closing(new Socket(InetAddress.getLoopbackAddress(), tomcat.port()));
    String request =
        "GET /page?way=%s HTTP/1.1\r\nHost: localhost\r\nCookie: JSESSIONID=%s\r\nConnection: close\r\n\r\n"
            .formatted(way.replace(' ', '+'), id(browser));
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  /** The status of the answer, and whether it tells the client to ask again. */
  private static String statusOf(Socket socket) {
    try {
      List<String> lines =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
              .lines()
              .toList();
      boolean isToAskAgain = lines.contains("Retry-After: 1");
      return lines.get(0).strip() + (isToAskAgain ? " Retry-After" : "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
