package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.http.Browser;
import io.holdfast.tomcat.session.ApplicationSessions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tomcats of the oldest line, embedded in this program; the examples embed the others. */
@Timeout(120)
class EmbeddedTomcatTest extends WithOneNode {

  private static final String NAMED = Visits.class.getName();

  @Test
  void requestWhenAnotherTomcatServedTheSessionThenItGoesOn() throws LifecycleException {
    try (Embedded first = start("t1", builder().allowedClasses(NAMED));
        Embedded second = start("t2", builder().allowedClasses(NAMED))) {
      Browser browser = new Browser();
      var unused = browser.get(first.port(), "/");

      assertEquals("visits: 2", browser.get(second.port(), "/").body());
    }
  }

  @Test
  void requestWhenAClassOfTheProgramIsNotNamedThenItsObjectStaysWhereItIs()
      throws LifecycleException {
    try (Embedded first = start("t1", builder());
        Embedded second = start("t2", builder())) {
      Browser browser = new Browser();
      var unused = browser.get(first.port(), "/");

      assertEquals("visits: 1", browser.get(second.port(), "/").body());
    }
  }

  @Test
  void startWhenOnlyTheApplicationCanTellWhatIsWrongThenTheContextIsNotAvailable()
      throws LifecycleException {
    try (Embedded tomcat = start("t1", builder().transcoderFactoryClass("com.acme.Missing"))) {
      assertFalse(tomcat.context.getState().isAvailable());
    }
  }

  @Test
  void startFailureWhenAnAttributeIsWrongThenNamesItUntilAStartSucceeds()
      throws LifecycleException {
    try (Embedded tomcat = start("t1", builder().transcoderFactoryClass("com.acme.Missing"))) {
      MemcachedSessionManager manager = (MemcachedSessionManager) tomcat.context.getManager();
      ConfigurationException wrong =
          assertInstanceOf(ConfigurationException.class, manager.startFailure());
      assertEquals("transcoderFactoryClass", wrong.attribute());

      manager.setProperty("transcoderFactoryClass", "java");
      tomcat.context.start();

      assertNull(manager.startFailure());
    }
  }

  @Test
  void startWhenAnAttributeIsWrongThenTomcatLogsOneLineWithoutTraces() throws LifecycleException {
    ManagerBuilder wrong = builder().transcoderFactoryClass("com.acme.Missing");
    try (CapturedLog log = new CapturedLog(StandardContext.class);
        Embedded tomcat = start("t1", wrong)) {
      assertFalse(tomcat.context.getState().isAvailable());
      List<Throwable> thrown = log.thrown();

      assertEquals(1, thrown.size(), thrown::toString);
      StringWriter written = new StringWriter();
      thrown.get(0).printStackTrace(new PrintWriter(written));
      assertEquals(1, written.toString().strip().lines().count(), written::toString);
      assertTrue(
          written
              .toString()
              .contains(
                  "Holdfast cannot start for /: transcoderFactoryClass=\"com.acme.Missing\": "),
          written::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void startWhenTheApplicationIsTheRootThenTheLogNamesItSo(boolean sticky)
      throws LifecycleException {
    try (CapturedLog log = new CapturedLog(ApplicationSessions.class)) {
      start("t1", builder().sticky(sticky)).close();

      List<String> messages = log.messages(Level.INFO);
      assertEquals(2, messages.size(), messages::toString);
      assertTrue(messages.get(0).startsWith("Sessions of / are "), messages::toString);
      assertTrue(messages.get(1).contains(" sessions of / "), messages::toString);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true,  true,  'sticky, asynchronous backups'",
    "true,  false, 'sticky, synchronous backups'",
    "false, true,  'non-sticky, locking mode none'"
  })
  void startWhenItServesThenOneLineOfTheLogShowsNodesModeAndSerializer(
      boolean sticky, boolean async, String mode) throws LifecycleException {
    ManagerBuilder builder = builder().sticky(sticky).set(Setting.SESSION_BACKUP_ASYNC, async);
    try (CapturedLog log = new CapturedLog(ApplicationSessions.class);
        Embedded tomcat = start("t1", builder)) {
      assertTrue(tomcat.context.getState().isAvailable());
      List<String> lines = log.messages(Level.INFO);

      assertEquals(1, lines.size(), lines::toString);
      for (String part : List.of("127.0.0.1:" + node.port(), ", " + mode, ", serializer java,")) {
        assertTrue(lines.get(0).contains(part), lines::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void startWhenTheManagerWasCorrectedThenTheContextServes(boolean sticky)
      throws LifecycleException {
    ManagerBuilder wrong = builder().sticky(sticky).transcoderFactoryClass("com.acme.Missing");
    try (Embedded tomcat = start("t1", wrong)) {
      assertNothingServes(tomcat.context);

      ((MemcachedSessionManager) tomcat.context.getManager())
          .setProperty("transcoderFactoryClass", "java");
      tomcat.context.start();

      assertEquals("visits: 1", new Browser().get(tomcat.port(), "/").body());
      tomcat.context.stop();
      assertNothingServes(tomcat.context);
    }
  }

  @Test
  void startWhenItFailsHalfwayThenNothingIsLeftAndItSucceedsLater() throws LifecycleException {
    FailsOnce context = new FailsOnce();
    try (Embedded tomcat = start("t1", builder().sticky(false), context)) {
      assertNothingServes(context);

      context.start();

      assertEquals("visits: 1", new Browser().get(tomcat.port(), "/").body());
    }
  }

  /** Neither a valve nor a thread of ours is there. */
  private static void assertNothingServes(Context context) {
    assertFalse(context.getState().isAvailable());
    assertEquals(
        List.of(),
        Arrays.stream(context.getParent().getPipeline().getValves())
            .filter(valve -> HostValve.in(valve) != null)
            .toList());
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(30));
  }

  private ManagerBuilder builder() {
    return MemcachedSessionManager.builder()
        .memcachedNodes("127.0.0.1:" + node.port())
        .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
        .set(Setting.SESSION_BACKUP_ASYNC, false)
        .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10));
  }

  private Embedded start(String route, ManagerBuilder builder) throws LifecycleException {
    return start(route, builder, new StandardContext());
  }

  private Embedded start(String route, ManagerBuilder builder, Context context)
      throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName(route); // two engines in one program, for JMX
    tomcat.getEngine().setJvmRoute(route);
    context.setPath("");
    context.setDocBase(base.toString());
    context.addLifecycleListener(new Tomcat.FixContextListener());
    context.addLifecycleListener(EmbeddedTomcatTest::addServlet);
    context.setManager(builder.build());
    tomcat.getHost().addChild(context);
    tomcat.start();
    return new Embedded(tomcat, context);
  }

  /** At each start: a context that stops forgets its servlets. */
  private static void addServlet(LifecycleEvent event) {
    if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
      Context context = (Context) event.getLifecycle();
      Tomcat.addServlet(context, "visits", new VisitsServlet()).addMapping("/");
    }
  }

  private record Embedded(Tomcat tomcat, Context context) implements AutoCloseable {

    int port() {
      return tomcat.getConnector().getLocalPort();
    }

    @Override
    public void close() throws LifecycleException {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  /** A context that does not tell its name, once, when the manager's threads run already. */
  private static final class FailsOnce extends StandardContext {

    private boolean failed;

    @Override
    public String getName() {
      if (!failed && isAskedByAStartingMode()) {
        failed = true;
        throw new IllegalStateException("as asked");
      }
      return super.getName();
    }

    private static boolean isAskedByAStartingMode() {
      return StackWalker.getInstance()
          .walk(
              frames ->
                  frames.anyMatch(
                      frame ->
                          frame.getClassName().equals(ApplicationSessions.class.getName())
                              && frame.getMethodName().equals("start")));
    }
  }

  private static final class Visits implements Serializable {

    private static final long serialVersionUID = 1L;

    private int count;
  }

  private static final class VisitsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      Visits visits = (Visits) session.getAttribute("visits");
      if (visits == null) {
        visits = new Visits();
        session.setAttribute("visits", visits);
      }
      visits.count++;
      response.getWriter().print("visits: " + visits.count);
    }
  }
}
