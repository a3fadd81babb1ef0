package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.http.Browser;
import java.util.List;
import java.util.stream.Stream;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.BeforeEach;
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

  private static final long SOON_MILLIS = 100;

  /** What an asynchronous request does that ends its session. */
  static Stream<Arguments> waysOfEachMode() {
    List<String> ways =
        List.of(
            "end-before",
            "new, async, end",
            "new, async, end, show user",
            "new, async, end, set user alice",
            "new, dispatch",
            "new, timeout",
            "new, error");
    return Stream.of("all", "auto", "uriPattern:.*")
        .flatMap(mode -> ways.stream().map(way -> Arguments.of(mode, way)));
  }

  @BeforeEach
  void prepare() {
    page.with(
            "end-before",
            (request, response) -> {
              AsyncContext async = request.startAsync();
              request.getSession().invalidate();
              async.start(async::complete);
              return "";
            })
        .with(
            "dispatch",
            (request, response) -> {
              request.startAsync().dispatch("/page?way=end");
              return "";
            })
        .with(
            "timeout",
            (request, response) -> {
              AsyncContext async = request.startAsync();
              async.addListener(new Ending(request));
              async.setTimeout(SOON_MILLIS);
              return "";
            })
        .with(
            "error",
            (request, response) -> {
              request.startAsync().addListener(new Ending(request));
              throw new IllegalStateException("as asked");
            });
  }

  @ParameterizedTest
  @MethodSource("waysOfEachMode")
  void sessionWhenAnAsynchronousRequestEndsItThenHasEndedAndTheLeaseIsGivenBack(
      String lockingMode, String way) {
    PageTomcat tomcat = start("t1", settings(lockingMode));
    assertEquals("done", tomcat.ask(browser, "touch"));
    Browser former = browser.copy();

    var unused = tomcat.ask(browser, way);

    assertEquals("no session", tomcat.ask(former, "show touched"));
    awaitNoLease();
  }

  /** The request ends some time after its client has the answer. */
  @Test
  void autoWhenAsynchronousRequestsWriteThenEachTakesTheLease() {
    PageTomcat tomcat = start("t1", settings("auto"));
    assertEquals("done", tomcat.ask(browser, "touch"));

    for (int i = 0; i < 3; i++) {
      long before = tomcat.count(Metric.LEASES_TAKEN);
      assertEquals("done", tomcat.ask(browser, "new, async, touch"));
      assertEquals(before + 1, tomcat.count(Metric.LEASES_TAKEN));
      awaitNoLease();
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
      onTimeout(event);
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
