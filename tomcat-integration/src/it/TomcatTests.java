package io.holdfast.it;

import io.holdfast.core.config.Setting;
import io.holdfast.tomcat.MemcachedSessionManager;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.stream.Stream;
import jakarta.servlet.ServletException;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.Manager;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.session.ManagerBase;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.LoggingBaseTest;
import org.apache.catalina.valves.ValveBase;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs one class of Tomcat's own tests, and appends a line for each test to a file: {@code passed},
 * {@code failed} or {@code skipped}, and its name.
 *
 * <p>{@code TomcatTests CLASS RESULTS}; the tests' contexts have the manager that the system
 * property {@code holdfast.manager} names: {@code tomcat}, {@code sticky} or {@code non-sticky}. With
 * {@code -used} behind it, each request changes a session before its test sees it.
 * {@code TomcatTests FOLDER} prints the classes below it that start a Tomcat.
 */
public final class TomcatTests {

  private TomcatTests() {}

  /** A manager for a context of a test. */
  public static Manager manager() {
    String name = System.getProperty("holdfast.manager");
    ManagerBase manager =
        name.startsWith("tomcat")
            ? new StandardManager()
            : MemcachedSessionManager.builder()
                .memcachedNodes(System.getProperty("holdfast.nodes"))
                .sticky(name.startsWith("sticky"))
                .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)) // a busy machine is no fault
                .allowedClasses("org.apache.**", "jakarta.**", "javax.servlet.**")
                .build();
    if (name.endsWith("-used")) {
      manager.addLifecycleListener(
          event -> {
            if (event.getType().equals(Lifecycle.AFTER_START_EVENT)) {
              manager.getContext().getPipeline().addValve(new Using());
            }
          });
    }
    return manager;
  }

  /** Has each request change a session before the application sees it. */
  private static final class Using extends ValveBase {

    private Using() {
      super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      request.getSession().setAttribute("used", System.nanoTime());
      getNext().invoke(request, response);
    }
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 1) {
      list(Path.of(arguments[0]));
      return;
    }
    JUnitCore runner = new JUnitCore();
    runner.addListener(new Lines(Path.of(arguments[1])));
    runner.run(Class.forName(arguments[0]));
    System.exit(0); // some tests leave threads
  }

  private static void list(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .map(file -> folder.relativize(file).toString().replace('/', '.'))
          .filter(name -> name.matches("(.*\\.)?Test(?!er)[^.$]*\\.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .filter(name -> !name.contains("Performance") && startsTomcat(name))
          .sorted()
          .forEach(System.out::println);
    }
  }

  private static boolean startsTomcat(String name) {
    try {
      Class<?> type = Class.forName(name, false, TomcatTests.class.getClassLoader());
      return LoggingBaseTest.class.isAssignableFrom(type)
          && !Modifier.isAbstract(type.getModifiers());
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static final class Lines extends RunListener {

    private final Path results;
    private String outcome = "";

    private Lines(Path results) {
      this.results = results;
    }

    @Override
    public void testStarted(Description test) {
      outcome = "passed";
    }

    @Override
    public void testFailure(Failure failure) throws IOException {
      outcome = "failed";
      failure.getException().printStackTrace();
      if (!failure.getDescription().isTest()) {
        write(failure.getDescription());
      }
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
      outcome = "skipped";
    }

    @Override
    public void testFinished(Description test) throws IOException {
      write(test);
    }

    private void write(Description test) throws IOException {
      Files.writeString(
          results,
          outcome + " " + test.getDisplayName().replaceAll("\\s+", " ") + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }
}
