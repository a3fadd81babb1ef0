package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a request with a lease throws, or its client does, the lease is given back. */
@Timeout(120)
class LeasesGivenBackTest extends WithOneNode {

  private static final int BUFFER = 8_192;

  static Stream<Arguments> waysInEachMode() {
    List<String> ways =
        List.of("exception", "error", "death", "put dying", "put refusing", "end, exception");
    return Stream.of("all", "auto", "uriPattern:.*")
        .flatMap(
            mode ->
                Stream.concat(ways.stream().map(way -> "touch, " + way), Stream.of("touch, client"))
                    .map(way -> Arguments.of(mode, way)));
  }

  @ParameterizedTest
  @MethodSource("waysInEachMode")
  void leaseWhenItsRequestEndsBadlyThenTheNextRequestGetsIt(String lockingMode, String way)
      throws IOException {
    page.with("exception", (request, response) -> fail(new IllegalStateException("told to fail")))
        .with("error", (request, response) -> fail(new NoClassDefFoundError("com/acme/Missing")))
        .with("death", (request, response) -> fail(death()))
        .with("client", (request, response) -> flow(response))
        .value("dying", Dying::new)
        .value("refusing", Refusing::new);
    PageTomcat tomcat = start("t1", settings(lockingMode).allowedClasses(Dying.class.getName()));
    assertEquals("done", tomcat.ask(browser, "touch"));
    long before = tomcat.count(Metric.LEASES_TAKEN);

    if (way.endsWith("death")) { // of Tomcat's thread, with its connection
      assertThrows(UncheckedIOException.class, () -> tomcat.ask(browser, way));
    } else {
      ask(tomcat, way);
    }

    Await.until("a lease was taken", () -> tomcat.count(Metric.LEASES_TAKEN) > before);
    awaitNoLease();
    assertEquals(200, tomcat.get(browser, "touch").status());
  }

  private void ask(PageTomcat tomcat, String way) throws IOException {
    String path = "/page?way=" + way.replace(' ', '+');
    try (OpenResponse response = browser.open(tomcat.port(), path)) {
      if (!way.endsWith("client")) { // that one goes away
        var unused = response.finish();
      }
    }
  }

  private static Object fail(RuntimeException e) {
    throw e;
  }

  private static Object fail(Error e) {
    throw e;
  }

  @SuppressWarnings("removal")
  private static Error death() {
    return new ThreadDeath();
  }

  /** Until the client has gone; at most some megabytes. */
  private static Object flow(HttpServletResponse response) throws IOException {
    for (int i = 0; i < 4_000; i++) {
      response.getOutputStream().write(new byte[BUFFER]);
      response.getOutputStream().flush();
    }
    return "all";
  }

  /** Throws what even a serializer lets through. */
  private static final class Dying implements Serializable {
    @Serial private static final long serialVersionUID = 1L;

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      throw death();
    }
  }

  private static final class Refusing implements HttpSessionBindingListener {
    @Override
    public void valueBound(HttpSessionBindingEvent event) {
      throw new NoClassDefFoundError("com/acme/Missing");
    }
  }
}
