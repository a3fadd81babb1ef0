package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How asynchronous requests end that may have had their session to themselves. If one has ended its
 * session, Tomcat forgets that it had one, and never reports the end of its use.
 */
@Timeout(120)
class AsynchronousEndsTest extends WithOneNode {

  private static final String LEASE_SUFFIX = ":l";
  private static final long SOON_MILLIS = 100;

  private final Tomcat tomcat = new Tomcat();

  @AfterEach
  void stopAll() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }

  static Stream<Arguments> waysOfEachMode() {
    List<String> ways =
        List.of("before", "thread", "again", "relogin", "dispatch", "timeout", "error");
    return Stream.of("all", "auto", "uriPattern:.*")
        .flatMap(mode -> ways.stream().map(way -> Arguments.of(mode, way)));
  }

  @ParameterizedTest
  @MethodSource("waysOfEachMode")
  void leaseWhenAnAsynchronousRequestEndsItsSessionThenIsGivenBack(String lockingMode, String way)
      throws LifecycleException {
    start(lockingMode);
    Browser browser = new Browser();
    assertEquals("write", ask(browser, "write").body());

    var unused = ask(browser, way);

    Await.until("no lease is left", () -> leases().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("waysOfEachMode")
  void sessionWhenAnAsynchronousRequestEndsItThenHasEnded(String lockingMode, String way)
      throws LifecycleException {
    start(lockingMode);
    Browser browser = new Browser();
    var unused = ask(browser, "write");
    Browser former = browser.copy();

    var unusedAnswer = ask(browser, way);

    assertEquals("no session", ask(former, "read").body());
  }

  /** The request ends some time after its client has the answer. */
  @Test
  void autoWhenAsynchronousRequestsWriteThenEachTakesTheLease() throws LifecycleException {
    MemcachedSessionManager manager = start("auto");
    Browser browser = new Browser();
    var unused = ask(browser, "write");

    for (int i = 0; i < 3; i++) {
      long before = leasesTaken(manager);
      var unusedAnswer = ask(browser, "later");

      assertEquals(before + 1, leasesTaken(manager));
      Await.until("no lease is left", () -> leases().isEmpty());
    }
  }

  private static long leasesTaken(MemcachedSessionManager manager) {
    return Objects.requireNonNull(manager.observed()).metrics().get(Metric.LEASES_TAKEN);
  }

  private Response ask(Browser browser, String way) {
    return browser.get(tomcat.getConnector().getLocalPort(), "/page?way=" + way);
  }

  private List<String> leases() {
    return node.probe().keys().stream().filter(key -> key.endsWith(LEASE_SUFFIX)).toList();
  }

  private MemcachedSessionManager start(String lockingMode) throws LifecycleException {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", base.toString());
    MemcachedSessionManager manager =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .lockingMode(lockingMode)
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
            .build();
    context.setManager(manager);
    Tomcat.addServlet(context, "page", new Page()).setAsyncSupported(true);
    context.addServletMappingDecoded("/page", "page");
    tomcat.start();
    return manager;
  }

  /** Ends the session in the way that the request says. */
  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = (String) request.getAttribute("dispatched");
      switch (way == null ? request.getParameter("way") : way) {
        case "write" -> {
          request.getSession().setAttribute("written", System.nanoTime());
          response.getWriter().print("write");
        }
        case "later" ->
            later(request, () -> request.getSession().setAttribute("written", System.nanoTime()));
        case "read" ->
            response.getWriter().print(request.getSession(false) == null ? "no session" : "alive");
        case "end" -> request.getSession().invalidate();
        case "before" -> {
          AsyncContext async = request.startAsync();
          request.getSession().invalidate();
          async.start(async::complete);
        }
        case "thread" -> later(request, () -> request.getSession().invalidate());
        case "again" ->
            later(
                request,
                () -> {
                  request.getSession().invalidate();
                  request.getSession(false);
                });
        case "relogin" ->
            later(
                request,
                () -> {
                  request.getSession().invalidate();
                  request.getSession().setAttribute("user", "alice");
                });
        case "dispatch" -> {
          request.getSession();
          request.setAttribute("dispatched", "end");
          request.startAsync().dispatch("/page");
        }
        case "timeout" -> {
          request.getSession();
          AsyncContext async = request.startAsync();
          async.addListener(new Ending(request));
          async.setTimeout(SOON_MILLIS);
        }
        case "error" -> {
          request.getSession();
          request.startAsync().addListener(new Ending(request));
          throw new IllegalStateException("as asked");
        }
        default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
      }
    }

    /** Has the session when the servlet returns; another thread does the rest. */
    private static void later(HttpServletRequest request, Runnable step) {
      request.getSession();
      AsyncContext async = request.startAsync();
      async.start(
          () -> {
            step.run();
            async.complete();
          });
    }
  }

  /** Ends the session, and then the request. */
  private record Ending(HttpServletRequest request) implements AsyncListener {

    @Override
    public void onTimeout(AsyncEvent event) {
      request.getSession().invalidate();
      event.getAsyncContext().complete();
    }

    @Override
    public void onError(AsyncEvent event) {
      request.getSession().invalidate();
      event.getAsyncContext().complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
