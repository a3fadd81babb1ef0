package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.core.StandardContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with a folder, a page and a browser, which are new for each test, and with the Tomcats that
 * they start, which are stopped behind it.
 */
abstract class WithTomcats {

  @TempDir Path base;
  final StepPage page = new StepPage();
  final Browser browser = new Browser();
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();

  @AfterEach
  @Timeout(120)
  final void closeAll() throws Exception {
    page.openGates();
    if (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } finally {
        closeAll();
      }
    }
  }

  /** Closes it behind the test, before what was to be closed already. */
  final <T extends AutoCloseable> T closing(T opened) {
    toClose.push(opened);
    return opened;
  }

  /**
   * Settings with keys that are ids, answers that wait for their backups, and time for each
   * operation.
   *
   * @param mode a locking mode, or "sticky"
   */
  static ManagerBuilder settings(String mode, String... nodes) {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes(nodes)
            .sticky(mode.equals("sticky"))
            .set(Setting.STORAGE_KEY_PREFIX, "")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10));
    return mode.equals("sticky")
        ? builder
        : builder.lockingMode(mode).set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(1));
  }

  final PageTomcat start(String name, ManagerBuilder builder) {
    return start(name, builder, context -> {});
  }

  final PageTomcat start(String name, ManagerBuilder builder, Consumer<StandardContext> more) {
    return start(name, builder, page, more);
  }

  /**
   * Starts a Tomcat with one application. If it has a route, that is its name.
   *
   * @param more is done to the application before
   */
  final PageTomcat start(
      String name, ManagerBuilder builder, HttpServlet servlet, Consumer<StandardContext> more) {
    return start(name, List.of(""), builder, servlet, more);
  }

  /** The same with an application for each of these paths, and with keys that tell them apart. */
  final PageTomcat start(
      String name,
      List<String> paths,
      ManagerBuilder builder,
      HttpServlet servlet,
      Consumer<StandardContext> more) {
    if (paths.size() > 1) {
      builder.set(Setting.STORAGE_KEY_PREFIX, "context,webappVersion");
    }
    boolean isSticky = !"false".equals(builder.values.get(Setting.STICKY));
    return closing(
        new PageTomcat(
            base,
            name,
            isSticky || isRoutedAlways() ? name : null,
            tomcat -> {},
            paths,
            builder,
            servlet,
            more));
  }

  /** Returns whether Tomcats have a route, too, whose sessions are not sticky. */
  boolean isRoutedAlways() {
    return false;
  }

  /** What is done to an application at each of its starts. */
  static Consumer<StandardContext> eachTime(Consumer<StandardContext> more) {
    return context ->
        context.addLifecycleListener(
            event -> {
              if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
                more.accept(context);
              }
            });
  }

  static <T> CompletableFuture<T> later(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, command -> new Thread(command).start());
  }

  /** What a Tomcat will answer to a request of the browser that holds, when it does. */
  final CompletableFuture<String> held(PageTomcat tomcat, String way) {
    Browser same = browser.copy();
    CompletableFuture<String> answer = later(() -> tomcat.ask(same, way));
    page.gate().awaitArrival();
    return answer;
  }

  static void awaitCollected(WeakReference<ClassLoader> loader) {
    Await.until(
        "the loader is collected",
        Duration.ofSeconds(60),
        () -> {
          System.gc();
          return loader.refersTo(null);
        });
  }

  /** Returns whether a thread is in a method of a class, whose name ends so. */
  static boolean isAnyIn(String type, String method) {
    return threadsIn(type, method) > 0;
  }

  static long threadsIn(String type, String method) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> isIn(thread, type, method))
        .count();
  }

  static boolean isIn(Thread thread, String type, String method) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(
            frame -> frame.getMethodName().equals(method) && frame.getClassName().endsWith(type));
  }

  /** Returns whether a request asks for a lease, or waits for one. */
  static boolean isAnyAskingForALease() {
    return isAnyIn(".RequestLeases", "take");
  }

  /** The id of a browser's session. */
  static String id(Browser browser) {
    return Objects.requireNonNull(browser.cookie("JSESSIONID"));
  }

  /** The key of a browser's session: its id without the route. */
  static String key(Browser browser) {
    return id(browser).replaceFirst("[.].*", "");
  }
}
