package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that has an id without a session, as with cookies whose path is "/", sends two requests
 * at one time, and each comes to another Tomcat.
 */
@Timeout(120)
class CreatedTwiceTest {

  private static final String ID = "0123456789ABCDEF0123456789ABCDEF";

  @TempDir private Path base;
  private final CyclicBarrier bothHaveCreated = new CyclicBarrier(2);
  private final AtomicLong firstCreated = new AtomicLong();
  private MemcachedNode n1;
  private MemcachedNode n2;

  @BeforeEach
  void startNodes() {
    n1 = MemcachedNodes.start();
    n2 = MemcachedNodes.start();
  }

  @AfterEach
  void stopNodes() {
    n1.close();
    n2.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "all", "auto"})
  void requestsWhenTwoTomcatsCreateOneSessionThenOnlyTheOneThatIsStoredIsAnswered(
      String lockingMode) throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", lockingMode);
        PageTomcat t2 = tomcat("t2", lockingMode)) {
      CompletableFuture<Response> first =
          CompletableFuture.supplyAsync(() -> ask(t1, "way=create&value=one"));
      Response second = ask(t2, "way=create&value=two");

      List<Integer> statuses =
          List.of(first.join().status(), second.status()).stream().sorted().toList();

      assertEquals(List.of(200, 503), statuses);
      String stored = second.status() == 200 ? "two" : "one";
      assertEquals(stored, ask(t1, "way=get").body());
      assertEquals(stored, ask(t2, "way=get").body());
      assertEquals(stored, ask(second.status() == 200 ? t1 : t2, "way=create&value=again").body());
    }
  }

  private PageTomcat tomcat(String name, String lockingMode) throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("n1:127.0.0.1:%d n2:127.0.0.1:%d".formatted(n1.port(), n2.port()))
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    return new PageTomcat(base, name, null, builder, new Page(), CreatedTwiceTest::takesClientIds);
  }

  private static void takesClientIds(StandardContext context) {
    context.setSessionCookiePath("/");
    context.setValidateClientProvidedNewSessionId(false);
  }

  private static Response ask(PageTomcat tomcat, String query) {
    return new Browser()
        .send(
            tomcat.port(),
            "GET",
            "/page?" + query,
            Map.of("Cookie", "JSESSIONID=" + ID),
            new byte[0]);
  }

  private final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      if (request.getParameter("way").equals("create")) {
        create(request);
      }
      HttpSession session = request.getSession(false);
      response.getWriter().print(session == null ? "none" : session.getAttribute("value"));
    }

    private void create(HttpServletRequest request) throws ServletException {
      HttpSession session = sessionOfItsOwnMillisecond(request);
      if (!session.isNew()) {
        return;
      }
      session.setAttribute("value", request.getParameter("value"));
      try {
        bothHaveCreated.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new ServletException(e);
      }
    }

    /** Two that are created in the same millisecond are one session. */
    private HttpSession sessionOfItsOwnMillisecond(HttpServletRequest request) {
      synchronized (firstCreated) {
        while (System.currentTimeMillis() <= firstCreated.get()) {
          Thread.onSpinWait();
        }
        HttpSession session = request.getSession();
        firstCreated.set(session.getCreationTime());
        return session;
      }
    }
  }
}
