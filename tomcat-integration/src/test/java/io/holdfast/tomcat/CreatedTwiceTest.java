package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpSession;
import org.apache.catalina.core.StandardContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that has an id without a session, as with cookies whose path is "/", sends two requests
 * at one time, and each comes to another Tomcat.
 */
@Timeout(120)
class CreatedTwiceTest extends WithOneNode {

  private final CyclicBarrier bothHaveCreated = new CyclicBarrier(2);
  private final AtomicLong firstCreated = new AtomicLong();

  @ParameterizedTest
  @ValueSource(strings = {"none", "all", "auto"})
  void requestsWhenTwoTomcatsCreateOneSessionThenOnlyTheOneThatIsStoredIsAnswered(
      String lockingMode) {
    page.with("create", (request, response) -> create(request));
    MemcachedNode n2 = closing(MemcachedNodes.start());
    String nodes = "n1:%s n2:%s".formatted(node.address(), n2.address());
    PageTomcat t1 = start("t1", settings(lockingMode, nodes), CreatedTwiceTest::takesClientIds);
    PageTomcat t2 = start("t2", settings(lockingMode, nodes), CreatedTwiceTest::takesClientIds);
    browser.setCookie("JSESSIONID", "0123456789ABCDEF0123456789ABCDEF");

    CompletableFuture<Response> first = later(() -> t1.get(browser.copy(), "create&value=one"));
    Response second = t2.get(browser.copy(), "create&value=two");

    List<Integer> statuses =
        Stream.of(first.join(), second).map(Response::status).sorted().toList();
    assertEquals(List.of(200, 503), statuses);
    String stored = second.status() == 200 ? "two" : "one";
    assertEquals(stored, t1.ask(browser, "show value"));
    assertEquals(stored, t2.ask(browser, "show value"));
    PageTomcat refused = second.status() == 200 ? t1 : t2;
    assertEquals(stored, refused.ask(browser, "create&value=again"));
  }

  private static void takesClientIds(StandardContext context) {
    context.setSessionCookiePath("/");
    context.setValidateClientProvidedNewSessionId(false);
  }

  private Object create(HttpServletRequest request) throws ServletException {
    HttpSession session = sessionOfItsOwnMillisecond(request);
    if (session.isNew()) {
      session.setAttribute("value", request.getParameter("value"));
      try {
        bothHaveCreated.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new ServletException(e);
      }
    }
    return session.getAttribute("value");
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
