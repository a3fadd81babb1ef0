package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a client writes a URI, the pattern sees what Tomcat chooses the servlet by. */
@Timeout(120)
class UriPatternsTest extends WithOneNode {

  private final Browser browser = new Browser();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page",
        "/page;jsessionid=ID",
        "/page;v=1",
        "/x;v=1/../page",
        "/p%61ge",
        "//page",
        "/./page",
        "/x/../page",
        "/page/",
        "/page/%0A"
      })
  void requestWhenTheServletOfTheLockingModesPatternServesItThenItTakesTheLease(String uri)
      throws LifecycleException {
    try (PageTomcat tomcat = start(builder().lockingMode("uriPattern:.*/page(/.*)?"))) {
      String id = tomcat.ask(browser, "new");
      long before = count(tomcat, Metric.LEASES_TAKEN);

      assertEquals(id, browser.get(tomcat.port(), uri.replace("ID", id)).body());

      assertEquals(before + 1, count(tomcat, Metric.LEASES_TAKEN));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenThePatternOfIgnoredOnesMatchesBeforeTheSessionIdThenIsIgnored(boolean isSticky)
      throws LifecycleException {
    try (PageTomcat tomcat =
        start(
            builder().sticky(isSticky).attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*\\.png"))) {
      String id = tomcat.ask(browser, "new");

      browser.get(tomcat.port(), "/page/logo.png;jsessionid=" + id);

      assertEquals(1, count(tomcat, Metric.REQUESTS_IGNORED));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/page;x=.png", "/page;.png", "/page/x.png/.."})
  void requestWhenOnlyAParameterOfThePathLooksIgnoredThenIsNot(String uri)
      throws LifecycleException {
    try (PageTomcat tomcat =
        start(builder().attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*\\.png"))) {
      String id = tomcat.ask(browser, "new");

      assertEquals(id, browser.get(tomcat.port(), uri).body());

      assertEquals(0, count(tomcat, Metric.REQUESTS_IGNORED));
    }
  }

  private static long count(PageTomcat tomcat, Metric metric) {
    return Objects.requireNonNull(tomcat.manager.observed()).metrics().get(metric);
  }

  private PageTomcat start(ManagerBuilder builder) throws LifecycleException {
    return new PageTomcat(
        base,
        "t1",
        "t1",
        builder,
        new Page(),
        context -> {
          org.apache.catalina.startup.Tomcat.addServlet(context, "below", new Page());
          context.addServletMappingDecoded("/page/*", "below");
        });
  }

  private ManagerBuilder builder() {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .sticky(false)
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(request.getSession().getId());
    }
  }
}
