package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import java.io.Serializable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Container;
import org.apache.catalina.Valve;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.valves.AbstractAccessLogValve;
import org.apache.catalina.valves.CrawlerSessionManagerValve;
import org.apache.catalina.valves.LoadBalancerDrainingValve;
import org.apache.catalina.valves.PersistentValve;
import org.apache.catalina.valves.RemoteIpValve;
import org.apache.catalina.valves.SSLValve;
import org.apache.catalina.valves.SemaphoreValve;
import org.apache.catalina.valves.StuckThreadDetectionValve;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valves of Tomcat's that look at sessions or requests, around ours and within the application. */
@Timeout(120)
class ValvesBesideTest extends WithOneNode {

  private static final String PICTURE = "/page?way=blanks+0&picture";

  /** Where a valve stands. */
  private enum Place {
    ENGINE,
    HOST,
    CONTEXT;

    Container of(StandardContext context) {
      Container host = context.getParent();
      return switch (this) {
        case ENGINE -> host.getParent();
        case HOST -> host;
        case CONTEXT -> context;
      };
    }
  }

  private enum Kind {
    ACCESS_LOG(SessionLog::new),
    CRAWLERS(CrawlerSessionManagerValve::new),
    DRAINING(LoadBalancerDrainingValve::new),
    PERSISTENT(PersistentValve::new),
    REMOTE_IP(RemoteIpValve::new),
    SEMAPHORE(SemaphoreValve::new),
    SSL(SSLValve::new),
    STUCK_THREADS(StuckThreadDetectionValve::new);

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    private final Supplier<Valve> make;

    Kind(Supplier<Valve> make) {
      this.make = make;
    }
  }

  private static Stream<Arguments> valves() {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                Stream.of(Place.values())
                    .flatMap(
                        place ->
                            Stream.of("sticky", "none", "all")
                                .map(mode -> Arguments.of(kind, place, mode))));
  }

  /** With each request at the other Tomcat, in objects that change in place. */
  @ParameterizedTest
  @MethodSource("valves")
  void countWhenTheValveIsThereThenEachRequestSeesTheOneBefore(
      Kind kind, Place place, String mode) {
    PageTomcat t1 = start("t1", kind, place, mode);
    PageTomcat t2 = start("t2", kind, place, mode);
    for (int i = 1; i <= 4; i++) {
      PageTomcat next = i % 2 == 0 ? t2 : t1;

      assertEquals(String.valueOf(i), next.ask(browser, "count"));

      assertEquals("done", next.ask(browser, "blanks 0").strip());
    }
    assertEquals("done", t1.ask(browser, "end"));
    assertEquals("1", t2.ask(browser, "count"));
  }

  /** The log asks for the session behind our valve, also of a picture that hits another Tomcat. */
  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none", "all"})
  void changeWhenTheLogOfAnIgnoredRequestElsewhereShowsItsSessionThenIsNotLost(String mode) {
    PageTomcat t1 = start("t1", Kind.ACCESS_LOG, Place.ENGINE, mode);
    PageTomcat t2 = start("t2", Kind.ACCESS_LOG, Place.ENGINE, mode);
    assertEquals("1", t1.ask(browser, "count"));
    assertEquals("done", browser.copy().get(t2.port(), PICTURE).body());
    assertEquals("2", t1.ask(browser, "count"));
    assertEquals("done", browser.copy().get(t2.port(), PICTURE).body());
    assertEquals("3", t1.ask(browser, "count"));

    assertEquals("4", t2.ask(browser, "count"));
  }

  private PageTomcat start(String name, Kind kind, Place place, String mode) {
    page.with("count", (request, response) -> count(request.getSession()));
    return start(
        name,
        settings(mode)
            .allowedClasses(ValvesBesideTest.class.getPackageName() + ".**")
            .attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*&picture"),
        context -> place.of(context).getPipeline().addValve(kind.make.get()));
  }

  /** An access log that keeps nothing: what it asks the request for is what counts. */
  private static final class SessionLog extends AbstractAccessLogValve {

    SessionLog() {
      setPattern("%S %{count}s %u %s");
      setEnabled(true);
    }

    @Override
    protected void log(java.io.CharArrayWriter message) {}
  }

  private static final class Counter implements Serializable {
    private static final long serialVersionUID = 1L;
    private int count;
  }

  private static int count(HttpSession session) {
    Counter counter = (Counter) session.getAttribute("count");
    if (counter == null) {
      counter = new Counter();
      session.setAttribute("count", counter);
    }
    return ++counter.count;
  }
}
