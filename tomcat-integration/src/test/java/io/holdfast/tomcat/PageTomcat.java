package io.holdfast.tomcat;

import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.Host;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Session;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * An embedded Tomcat with one servlet at {@code /page} of each application, which is told what to
 * do by {@code way}. Its applications can be stopped and started again.
 */
final class PageTomcat implements AutoCloseable {

  private final Tomcat tomcat = new Tomcat();
  private final List<StandardContext> contexts = new ArrayList<>();
  private final HttpServlet page;
  private boolean isClosed;

  /** That of the first application. */
  final MemcachedSessionManager manager;

  /**
   * Starts it.
   *
   * @param name of its engine, for JMX; another one for each Tomcat of a test
   * @param route its jvmRoute; null for none
   */
  PageTomcat(
      Path base, String name, @Nullable String route, ManagerBuilder builder, HttpServlet page) {
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
      Consumer<StandardContext> more) {
    this(base, name, route, tomcat -> {}, List.of(""), builder, page, more);
  }

  /**
   * Starts it.
   *
   * @param first is done to the Tomcat before its applications are there
   * @param paths of its applications; each has a manager of its own
   */
  PageTomcat(
      Path base,
      String name,
      @Nullable String route,
      Consumer<Tomcat> first,
      List<String> paths,
      ManagerBuilder builder,
      HttpServlet page,
      Consumer<StandardContext> more) {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    first.accept(tomcat);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName(name);
    if (route != null) {
      tomcat.getEngine().setJvmRoute(route);
    }
    this.page = page;
    for (String path : paths) {
      StandardContext context = (StandardContext) tomcat.addContext(path, base.toString());
      describe(context, builder);
      more.accept(context);
      contexts.add(context);
    }
    this.manager = manager(0);
    carryOut(tomcat::start);
  }

  private void describe(StandardContext context, ManagerBuilder builder) {
    context.setManager(builder.build());
    context.addLifecycleListener(event -> addPage(event, page));
  }

  /** Starts one more application. */
  StandardContext add(String path, ManagerBuilder builder) {
    StandardContext context = new StandardContext();
    context.setName(path);
    context.setPath(path);
    context.setDocBase(contexts.get(0).getDocBase());
    context.addLifecycleListener(new Tomcat.FixContextListener());
    describe(context, builder);
    tomcat.getHost().addChild(context);
    return context;
  }

  private interface Step {
    void take() throws LifecycleException;
  }

  private static void carryOut(Step step) {
    try {
      step.take();
    } catch (LifecycleException e) {
      throw new IllegalStateException("Tomcat does not start or stop", e);
    }
  }

  /** At each start: an application that stops forgets its servlets. */
  private static void addPage(LifecycleEvent event, HttpServlet page) {
    if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
      StandardContext context = (StandardContext) event.getLifecycle();
      Tomcat.addServlet(context, "page", page).setAsyncSupported(true);
      context.addServletMappingDecoded("/page", "page");
    }
  }

  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** What the page answers. */
  String ask(Browser browser, String way) {
    return get(browser, way).body();
  }

  /** What the page of an application answers. */
  String ask(Browser browser, String path, String way) {
    return browser.get(port(), path + "/page?way=" + way.replace(' ', '+')).body();
  }

  Response get(Browser browser, String way) {
    return browser.get(port(), "/page?way=" + way.replace(' ', '+'));
  }

  Host host() {
    return tomcat.getHost();
  }

  StandardContext context(int number) {
    return contexts.get(number);
  }

  MemcachedSessionManager manager(int number) {
    return (MemcachedSessionManager) contexts.get(number).getManager();
  }

  RuntimeView observed() {
    return Objects.requireNonNull(manager.observed());
  }

  long count(Metric metric) {
    return observed().metrics().get(metric);
  }

  /** The session of a browser, which is loaded if it is in the store. */
  Session session(Browser browser) {
    return session(0, browser);
  }

  Session session(int application, Browser browser) {
    try {
      return Objects.requireNonNull(manager(application).findSession(browser.cookie("JSESSIONID")));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find the session", e);
    }
  }

  void awaitStored() {
    awaitNoRequest();
    Await.until("it is stored", () -> count(Metric.BACKUPS_STORED) > 0);
  }

  /** Looks for sessions whose time is up, as Tomcat does now and then, until this is so. */
  void expireUntil(String what, BooleanSupplier condition) {
    Await.until(
        what,
        () -> {
          manager.processExpires();
          return condition.getAsBoolean();
        });
  }

  ClassLoader loader() {
    return contexts.get(0).getLoader().getClassLoader();
  }

  /** Waits until no request is under way: a client may have the answer of one that is. */
  void awaitNoRequest() {
    ThreadPoolExecutor threads =
        (ThreadPoolExecutor) tomcat.getConnector().getProtocolHandler().getExecutor();
    Await.until("no request is under way", () -> threads.getActiveCount() == 0);
  }

  /** Stops the first application. */
  void stop() {
    carryOut(contexts.get(0)::stop);
  }

  /** Starts the first application again. */
  void start() {
    carryOut(contexts.get(0)::start);
    if (contexts.get(0).getState() != LifecycleState.STARTED) {
      throw new IllegalStateException("the application has not started");
    }
  }

  void restart() {
    stop();
    start();
  }

  void restartAll() {
    carryOut(tomcat::stop);
    carryOut(tomcat::start);
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      carryOut(tomcat::stop);
      carryOut(tomcat::destroy);
    }
  }
}
