package io.holdfast.tomcat;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * An embedded Tomcat with one servlet at {@code /page}, which is told what to do by {@code way}.
 */
final class PageTomcat implements AutoCloseable {

  private final Tomcat tomcat = new Tomcat();
  final MemcachedSessionManager manager;

  /**
   * Starts it.
   *
   * @param name of its engine, for JMX; another one for each Tomcat of a test
   * @param route its jvmRoute; null for none
   */
  PageTomcat(
      Path base, String name, @Nullable String route, ManagerBuilder builder, HttpServlet page)
      throws LifecycleException {
    this(base, name, route, builder, page, context -> {});
  }

  /**
   * Starts it.
   *
   * @param more is done to its application before
   */
  PageTomcat(
      Path base,
      String name,
      @Nullable String route,
      ManagerBuilder builder,
      HttpServlet page,
      Consumer<StandardContext> more)
      throws LifecycleException {
    this.manager = builder.build();
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName(name);
    if (route != null) {
      tomcat.getEngine().setJvmRoute(route);
    }
    StandardContext context = (StandardContext) tomcat.addContext("", base.toString());
    context.setManager(manager);
    more.accept(context);
    Tomcat.addServlet(context, "page", page).setAsyncSupported(true);
    context.addServletMappingDecoded("/page", "page");
    tomcat.start();
  }

  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** What the page answers. */
  String ask(Browser browser, String way) {
    return browser.get(port(), "/page?way=" + way).body();
  }

  /** Waits until no request is under way: a client may have the answer of one that is. */
  void awaitNoRequest() {
    ThreadPoolExecutor threads =
        (ThreadPoolExecutor) tomcat.getConnector().getProtocolHandler().getExecutor();
    Await.until("no request is under way", () -> threads.getActiveCount() == 0);
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }
}
