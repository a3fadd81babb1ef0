package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two applications over the same connection: one stops while the node hangs, the other goes on. */
@Timeout(120)
class SharedNodesStopTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void loaderWhenItsApplicationStopsBesideANodeThatHangsThenIsCollected(boolean isSticky)
      throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName("t1");
    List<StandardContext> contexts = new ArrayList<>();
    for (String path : new String[] {"/one", "/two"}) {
      StandardContext context = (StandardContext) tomcat.addContext(path, base.toString());
      context.setManager(
          MemcachedSessionManager.builder()
              .memcachedNodes("127.0.0.1:" + node.port())
              .sticky(isSticky)
              .set(Setting.SESSIONS_BY_USER, true)
              .set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(500))
              .build());
      Tomcat.addServlet(context, "page", new Page());
      context.addServletMappingDecoded("/page", "page");
      contexts.add(context);
    }
    tomcat.start();
    try {
      int port = tomcat.getConnector().getLocalPort();
      Browser browser = new Browser();
      assertEquals("done", browser.get(port, "/one/page").body());
      assertEquals("done", browser.get(port, "/two/page").body());
      WeakReference<ClassLoader> loader =
          new WeakReference<>(contexts.get(0).getLoader().getClassLoader());
      node.freeze();
      browser.get(port, "/one/page");

      contexts.get(0).stop();

      Await.until(
          "the loader is collected",
          Duration.ofSeconds(60),
          () -> {
            System.gc();
            return loader.refersTo(null);
          });
    } finally {
      node.thaw();
      tomcat.stop();
      tomcat.destroy();
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getSession().setAttribute(SessionsByUser.USER_ATTRIBUTE, "ann");
      request.getSession().setAttribute("time", System.nanoTime());
      response.getWriter().print("done");
    }
  }
}
