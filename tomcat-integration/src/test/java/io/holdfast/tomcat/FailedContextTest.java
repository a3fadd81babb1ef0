package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An application that fails at its start, before its manager starts or after it. */
@Timeout(120)
class FailedContextTest extends WithOneNode {

  private boolean fails = true;

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void startWhenTheApplicationFailsThenNothingIsLeftAndTheNextServes(
      boolean isSticky, boolean isServlet) {
    PageTomcat tomcat =
        start(
            "t1",
            settings(isSticky).set(Setting.SESSIONS_BY_USER, true),
            context -> {
              context.setFailCtxIfServletStartFails(true);
              eachTime(starting -> addFailing(starting, isServlet)).accept(context);
            });
    assertFalse(tomcat.context(0).getState().isAvailable());
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(30));
    assertEquals(List.of(), valves(tomcat.context(0)));

    fails = false;
    tomcat.start();

    assertEquals("done", tomcat.ask(browser, "set fruit apple"));
    assertEquals(1, valves(tomcat.context(0)).size());
  }

  private void addFailing(StandardContext context, boolean isServlet) {
    if (isServlet) {
      Tomcat.addServlet(context, "failing", new Failing()).setLoadOnStartup(1);
    } else {
      context.addApplicationLifecycleListener(new FailingListener());
    }
  }

  private static List<HostValve> valves(StandardContext context) {
    return Arrays.stream(context.getParent().getPipeline().getValves())
        .map(HostValve::in)
        .filter(Objects::nonNull)
        .toList();
  }

  private final class FailingListener implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
      if (fails) {
        throw new IllegalStateException("as asked");
      }
    }
  }

  private final class Failing extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    public void init() throws ServletException {
      if (fails) {
        throw new ServletException("as asked");
      }
    }
  }
}
