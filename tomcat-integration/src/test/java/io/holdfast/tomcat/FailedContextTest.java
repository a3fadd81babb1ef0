package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
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
      boolean isSticky, boolean isServlet) throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName("t1");
    StandardContext context = (StandardContext) tomcat.addContext("", base.toString());
    context.setFailCtxIfServletStartFails(true);
    context.setManager(
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSIONS_BY_USER, true)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
            .build());
    context.addLifecycleListener(
        event -> {
          if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
            Tomcat.addServlet(context, "page", new Page(isServlet)).setLoadOnStartup(1);
            context.addServletMappingDecoded("/page", "page");
            context.addApplicationLifecycleListener(new Listener(isServlet));
          }
        });
    tomcat.start();
    try {
      assertFalse(context.getState().isAvailable());
      Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(30));
      assertEquals(List.of(), valves(context));
      fails = false;

      context.start();

      int port = tomcat.getConnector().getLocalPort();
      assertEquals("done", new Browser().get(port, "/page").body());
      assertEquals(1, valves(context).size());
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  private static List<HostValve> valves(StandardContext context) {
    return Arrays.stream(context.getParent().getPipeline().getValves())
        .map(HostValve::in)
        .filter(Objects::nonNull)
        .toList();
  }

  private final class Listener implements ServletContextListener {

    private final boolean isServlet;

    Listener(boolean isServlet) {
      this.isServlet = isServlet;
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
      if (fails && !isServlet) {
        throw new IllegalStateException("as asked");
      }
    }
  }

  private final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final boolean isServlet;

    Page(boolean isServlet) {
      this.isServlet = isServlet;
    }

    @Override
    public void init() throws ServletException {
      if (fails && isServlet) {
        throw new ServletException("as asked");
      }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setAttribute("fruit", "apple");
      response.getWriter().print("done");
    }
  }
}
