package io.holdfast.tomcat;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.core.StandardContext;

/** A {@link PageTomcat} whose application can be stopped and started again. */
final class RestartedTomcat implements AutoCloseable {

  private final PageTomcat tomcat;
  private final StandardContext context;

  /**
   * Starts it.
   *
   * @param route its jvmRoute, and the name of its engine
   * @param eachStart is done to the application at each of its starts
   */
  RestartedTomcat(
      Path base,
      String route,
      ManagerBuilder builder,
      HttpServlet page,
      Consumer<StandardContext> eachStart)
      throws LifecycleException {
    StandardContext[] made = new StandardContext[1];
    this.tomcat =
        new PageTomcat(
            base,
            route,
            route,
            builder,
            page,
            starting -> {
              made[0] = starting;
              starting.addLifecycleListener(event -> heard(event, page, eachStart));
            });
    this.context = Objects.requireNonNull(made[0]);
  }

  /** An application that stops forgets its servlets and listeners. */
  private static void heard(
      LifecycleEvent event, HttpServlet page, Consumer<StandardContext> eachStart) {
    if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
      StandardContext starting = (StandardContext) event.getLifecycle();
      if (starting.findChild("page") == null) {
        org.apache.catalina.startup.Tomcat.addServlet(starting, "page", page)
            .setAsyncSupported(true);
        starting.addServletMappingDecoded("/page", "page");
      }
      eachStart.accept(starting);
    }
  }

  PageTomcat tomcat() {
    return tomcat;
  }

  MemcachedSessionManager manager() {
    return tomcat.manager;
  }

  ClassLoader loader() {
    return context.getLoader().getClassLoader();
  }

  void stop() throws LifecycleException {
    context.stop();
  }

  void start() throws LifecycleException {
    context.start();
    if (context.getState() != LifecycleState.STARTED) {
      throw new IllegalStateException("the application has not started");
    }
  }

  void restart() throws LifecycleException {
    stop();
    start();
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.close();
  }
}
