package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a client writes a URI, the pattern sees what Tomcat chooses the servlet by. */
@Timeout(120)
class UriPatternsTest extends WithOneNode {

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
  void requestWhenTheServletOfTheLockingModesPatternServesItThenItTakesTheLease(String uri) {
    PageTomcat tomcat = startBelow(settings("uriPattern:.*/page(/.*)?"));
    String id = tomcat.ask(browser, "new");
    long before = tomcat.count(Metric.LEASES_TAKEN);

    assertEquals(id, browser.get(tomcat.port(), uri.replace("ID", id)).body());

    assertEquals(before + 1, tomcat.count(Metric.LEASES_TAKEN));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestWhenThePatternOfIgnoredOnesMatchesBeforeTheSessionIdThenIsIgnored(boolean isSticky) {
    PageTomcat tomcat =
        startBelow(settings(isSticky).attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*\\.png"));
    String id = tomcat.ask(browser, "new");

    browser.get(tomcat.port(), "/page/logo.png;jsessionid=" + id);

    assertEquals(1, tomcat.count(Metric.REQUESTS_IGNORED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/page;x=.png", "/page;.png", "/page/x.png/.."})
  void requestWhenOnlyAParameterOfThePathLooksIgnoredThenIsNot(String uri) {
    PageTomcat tomcat =
        startBelow(settings("none").attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*\\.png"));
    String id = tomcat.ask(browser, "new");

    assertEquals(id, browser.get(tomcat.port(), uri).body());

    assertEquals(0, tomcat.count(Metric.REQUESTS_IGNORED));
  }

  private PageTomcat startBelow(ManagerBuilder builder) {
    return start(
        "t1",
        builder,
        new Page(),
        context -> {
          Tomcat.addServlet(context, "below", new Page());
          context.addServletMappingDecoded("/page/*", "below");
        });
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
