package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What fifty applications in one Tomcat cost more than one. */
@Timeout(120)
class ManyApplicationsTest {

  private static final int MANY = 50;
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path base;
  private MemcachedNode n1;
  private MemcachedNode n2;
  private int connectionsBefore;
  private int tomcats;

  @BeforeEach
  void startNodes() {
    n1 = MemcachedNodes.start();
    n2 = MemcachedNodes.start();
    connectionsBefore = connections(n1);
  }

  @AfterEach
  void stopNodes() {
    n1.close();
    n2.close();
  }

  @Test
  void requestWhenThereAreManyApplicationsThenItsStackIsAsDeepAsWithOne() throws Exception {
    int one = stackOfTheLast(1);

    int last = stackOfTheLast(MANY);

    assertEquals(one, last);
  }

  @Test
  void connectionsWhenThereAreManyApplicationsThenThereIsOneToEachNode() throws Exception {
    try (Running tomcat = start(MANY, this::builder)) {
      tomcat.askAll();

      assertEquals(List.of(1, 1), List.of(ours(n1), ours(n2)));
    }
    Await.until("all connections are closed", LONG, () -> ours(n1) + ours(n2) == 0);
  }

  @Test
  void threadsWhenThereAreManyApplicationsThenThereAreTwoForEachNodeAndATimer() throws Exception {
    try (Running tomcat = start(MANY, this::builder)) {
      tomcat.askAll();

      Await.value(
          "the threads at rest",
          LONG,
          () -> Threads.alive("holdfast-").stream().map(Thread::getName).toList(),
          List.of(
                  "holdfast-memcached-n1",
                  "holdfast-memcached-n1-connector",
                  "holdfast-memcached-n2",
                  "holdfast-memcached-n2-connector",
                  "holdfast-timer-1")
              ::equals);
    }
    Threads.assertNoneAlive("holdfast-", LONG);
  }

  @Test
  void connectionsWhenApplicationsHaveDifferentTimeoutsThenTheyHaveTheirOwn() throws Exception {
    Function<Integer, ManagerBuilder> two =
        number ->
            builder(number).set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10 + number % 2));
    try (Running tomcat = start(4, two)) {
      tomcat.askAll();

      assertEquals(List.of(2, 2), List.of(ours(n1), ours(n2)));
    }
  }

  @Test
  void connectionsWhenTwoTomcatsAreInOneProgramThenEachHasItsOwn() throws Exception {
    try (Running first = start(2, this::builder);
        Running second = start(2, this::builder)) {
      first.askAll();
      second.askAll();

      assertEquals(List.of(2, 2), List.of(ours(n1), ours(n2)));
    }
  }

  @Test
  void requestWhenAnotherApplicationHasStoppedThenItsSessionIsStored() throws Exception {
    try (Running tomcat = start(2, this::builder)) {
      tomcat.contexts.get(0).stop();

      Browser browser = tomcat.ask(1);

      assertEquals("2", browser.get(tomcat.port(), "/1/").body().split(" ", -1)[0]);
      assertEquals(1, n1.probe().itemCount() + n2.probe().itemCount());
    }
  }

  private int stackOfTheLast(int applications) throws Exception {
    try (Running tomcat = start(applications, this::builder)) {
      String path = "/" + (applications - 1) + "/";
      return Integer.parseInt(new Browser().get(tomcat.port(), path).body().split(" ", -1)[1]);
    }
  }

  private static int connections(MemcachedNode node) {
    return Integer.parseInt(Objects.requireNonNull(node.probe().stats().get("curr_connections")));
  }

  private int ours(MemcachedNode node) {
    return connections(node) - connectionsBefore;
  }

  private ManagerBuilder builder(int number) {
    return MemcachedSessionManager.builder()
        .memcachedNodes("n1:127.0.0.1:%d n2:127.0.0.1:%d".formatted(n1.port(), n2.port()))
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
        .set(Setting.SESSION_BACKUP_ASYNC, number % 2 == 0)
        .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10));
  }

  private Running start(int applications, Function<Integer, ManagerBuilder> builders)
      throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName("engine-" + ++tomcats); // for JMX
    List<StandardContext> contexts =
        IntStream.range(0, applications)
            .mapToObj(number -> context(number, builders.apply(number)))
            .toList();
    contexts.forEach(tomcat.getHost()::addChild);
    tomcat.start();
    return new Running(tomcat, contexts);
  }

  private StandardContext context(int number, ManagerBuilder builder) {
    StandardContext context = new StandardContext();
    context.setPath("/" + number);
    context.setDocBase(base.toString());
    context.addLifecycleListener(new Tomcat.FixContextListener());
    context.addLifecycleListener(ManyApplicationsTest::addServlet);
    context.setManager(builder.build());
    return context;
  }

  private static void addServlet(LifecycleEvent event) {
    if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
      StandardContext context = (StandardContext) event.getLifecycle();
      Tomcat.addServlet(context, "stack", new StackServlet()).addMapping("/");
    }
  }

  private record Running(Tomcat tomcat, List<StandardContext> contexts) implements AutoCloseable {

    int port() {
      return tomcat.getConnector().getLocalPort();
    }

    Browser ask(int application) {
      Browser browser = new Browser();
      assertEquals(200, browser.get(port(), "/" + application + "/").status());
      return browser;
    }

    void askAll() {
      for (int i = 0; i < contexts.size(); i++) {
        var unused = ask(i);
      }
    }

    @Override
    public void close() throws LifecycleException {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  /** How often it was asked in this session, and how many calls are below it. */
  private static final class StackServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Object before = request.getSession().getAttribute("visits");
      int visits = before == null ? 1 : (Integer) before + 1;
      request.getSession().setAttribute("visits", visits);
      response.getWriter().print(visits + " " + Thread.currentThread().getStackTrace().length);
    }
  }
}
