package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client that sends hundreds of requests with one cookie while one of them has the session to
 * itself: the others must not take all threads of the Tomcat.
 */
@Timeout(120)
class LockWaitersTest extends WithOneNode {

  private static final int REQUESTS = 400;
  private static final int WAITERS = 20;
  private static final int REFUSED = 50;

  private final Tomcat tomcat = new Tomcat();
  private final Page page = new Page();
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void stopAll() throws LifecycleException, IOException {
    page.mayGoOn.countDown();
    for (Socket socket : sockets) {
      socket.close();
    }
    tomcat.stop();
    tomcat.destroy();
  }

  @ParameterizedTest
  @EnumSource
  void requestsWhenHundredsWaitForOneSessionThenOthersAreServedAndTheSurplusIsRefused(
      OnLockTimeout onLockTimeout) throws LifecycleException, IOException, InterruptedException {
    MemcachedSessionManager manager = start("all", onLockTimeout, WAITERS);
    Browser browser = new Browser();
    assertEquals("new", browser.get(port(), "/page?way=new").body());
    String cookie = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    Socket slow = send("slow", cookie);
    assertTrue(page.isSlow.await(60, TimeUnit.SECONDS));

    for (int i = 0; i < REQUESTS; i++) {
      send("fast", cookie);
    }
    String other = new Browser().get(port(), "/page?way=none").body();
    Await.until("the surplus is refused", () -> refused(manager) == REQUESTS - WAITERS);
    page.mayGoOn.countDown();

    assertEquals("no session", other);
    assertEquals("HTTP/1.1 200", statusOf(slow));
    TreeMap<String, Long> answers =
        sockets.subList(1, sockets.size()).stream()
            .map(LockWaitersTest::statusOf)
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    assertEquals(
        "{HTTP/1.1 200=%d, HTTP/1.1 503 Retry-After=%d}".formatted(WAITERS, REQUESTS - WAITERS),
        answers.toString());
    Await.until("no lease is left", () -> leases().isEmpty());
  }

  @Test
  void autoWhenRequestsAreRefusedThenDoesNotTakeTheirKindForOneThatReads()
      throws LifecycleException, IOException, InterruptedException {
    MemcachedSessionManager manager = start("auto", OnLockTimeout.REJECT, 1);
    Browser browser = new Browser();
    assertEquals("new", browser.get(port(), "/page?way=new").body());
    String cookie = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    Socket slow = send("slow", cookie);
    assertTrue(page.isSlow.await(60, TimeUnit.SECONDS));
    for (int i = 0; i <= REFUSED; i++) {
      send("fast", cookie);
    }
    Await.until("all but one are refused", () -> refused(manager) == REFUSED);

    assertEquals(503, browser.get(port(), "/page?way=fast").status());

    page.mayGoOn.countDown();
    assertEquals("HTTP/1.1 200", statusOf(slow));
    Await.until("no lease is left", () -> leases().isEmpty());
  }

  private static long refused(MemcachedSessionManager manager) {
    return Objects.requireNonNull(manager.observed()).metrics().get(Metric.LEASE_QUEUES_FULL);
  }

  private List<String> leases() {
    return node.probe().keys().stream().filter(key -> key.endsWith(":l")).toList();
  }

  private int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** Sends a request, and does not wait for its answer. */
  private Socket send(String way, String cookie) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
    sockets.add(socket);
    String request =
        "GET /page?way=%s HTTP/1.1\r\nHost: localhost\r\nCookie: JSESSIONID=%s\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.formatted(way, cookie).getBytes(StandardCharsets.UTF_8));
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

  private MemcachedSessionManager start(
      String lockingMode, OnLockTimeout onLockTimeout, int maxWaiters) throws LifecycleException {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", base.toString());
    MemcachedSessionManager manager =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1))
            .set(Setting.ON_LOCK_TIMEOUT, onLockTimeout)
            .set(Setting.MAX_LOCK_WAITERS, maxWaiters)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
            .build();
    context.setManager(manager);
    Tomcat.addServlet(context, "page", page);
    context.addServletMappingDecoded("/page", "page");
    tomcat.start();
    return manager;
  }

  /** Is slow if the request says so. */
  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch isSlow = new CountDownLatch(1);
    private final transient CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      switch (request.getParameter("way")) {
        case "new" -> {
          request.getSession().setAttribute("fruit", "apple");
          response.getWriter().print("new");
        }
        case "slow" -> {
          isSlow.countDown();
          try {
            mayGoOn.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
        case "fast" -> response.getWriter().print(request.getSession().getAttribute("fruit"));
        default -> response.getWriter().print("no session");
      }
    }
  }
}
