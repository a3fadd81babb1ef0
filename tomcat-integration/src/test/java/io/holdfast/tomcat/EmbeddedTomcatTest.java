package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
import io.holdfast.tomcat.session.ApplicationSessions;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tomcats of the oldest line, embedded in this program; the examples embed the others. */
@Timeout(120)
class EmbeddedTomcatTest extends WithOneNode {

  private static final String MISSING = "com.acme.Missing";

  @BeforeEach
  void prepare() {
    page.with("visit", (request, response) -> visit(request.getSession()));
  }

  @ParameterizedTest
  @CsvSource({"true, visits: 2", "false, visits: 1"})
  void requestWhenAnotherTomcatServedTheSessionThenItGoesOnWithObjectsWhoseClassesAreNamed(
      boolean isNamed, String seen) {
    String named = isNamed ? Visits.class.getName() : MISSING;
    PageTomcat first = start("t1", settings("sticky").allowedClasses(named));
    PageTomcat second = start("t2", settings("sticky").allowedClasses(named));
    assertEquals("visits: 1", first.ask(browser, "visit"));

    assertEquals(seen, second.ask(browser, "visit"));
  }

  @Test
  void startFailureWhenOnlyTheApplicationCanTellWhatIsWrongThenNamesItUntilAStartSucceeds() {
    PageTomcat tomcat = start("t1", settings("sticky").transcoderFactoryClass(MISSING));
    assertFalse(tomcat.context(0).getState().isAvailable());
    ConfigurationException wrong =
        assertInstanceOf(ConfigurationException.class, tomcat.manager.startFailure());
    assertEquals("transcoderFactoryClass", wrong.attribute());

    tomcat.manager.setProperty("transcoderFactoryClass", "java");
    tomcat.start();

    assertNull(tomcat.manager.startFailure());
  }

  @Test
  void startWhenAnAttributeIsWrongThenTomcatLogsOneLineWithoutTraces() {
    try (CapturedLog log = new CapturedLog(StandardContext.class)) {
      PageTomcat tomcat = start("t1", settings("sticky").transcoderFactoryClass(MISSING));

      assertFalse(tomcat.context(0).getState().isAvailable());
      List<Throwable> thrown = log.thrown();
      assertEquals(1, thrown.size(), thrown::toString);
      StringWriter written = new StringWriter();
      thrown.get(0).printStackTrace(new PrintWriter(written));
      assertEquals(1, written.toString().strip().lines().count(), written::toString);
      String line = "Holdfast cannot start for /: transcoderFactoryClass=\"com.acme.Missing\": ";
      assertTrue(written.toString().contains(line), written::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void startWhenTheApplicationIsTheRootThenTheLogNamesItSo(boolean sticky) {
    try (CapturedLog log = new CapturedLog(ApplicationSessions.class)) {
      start("t1", settings(sticky)).close();

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
      boolean sticky, boolean async, String mode) {
    try (CapturedLog log = new CapturedLog(ApplicationSessions.class)) {
      PageTomcat tomcat = start("t1", settings(sticky).set(Setting.SESSION_BACKUP_ASYNC, async));

      assertTrue(tomcat.context(0).getState().isAvailable());
      List<String> lines = log.messages(Level.INFO);
      assertEquals(1, lines.size(), lines::toString);
      for (String part : List.of("127.0.0.1:" + node.port(), ", " + mode, ", serializer java,")) {
        assertTrue(lines.get(0).contains(part), lines::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void startWhenTheManagerWasCorrectedThenTheContextServes(boolean sticky) {
    PageTomcat tomcat = start("t1", settings(sticky).transcoderFactoryClass(MISSING));
    assertNothingServes(tomcat.context(0));
    tomcat.manager.setProperty("transcoderFactoryClass", "java");

    tomcat.start();

    assertEquals("visits: 1", tomcat.ask(browser, "visit"));
    tomcat.stop();
    assertNothingServes(tomcat.context(0));
  }

  @Test
  void startWhenItFailsHalfwayThenNothingIsLeftAndItSucceedsLater() {
    PageTomcat tomcat =
        closing(
            new PageTomcat(
                base,
                "t1",
                null,
                starting ->
                    ((StandardHost) starting.getHost()).setContextClass(FailsOnce.class.getName()),
                List.of(""),
                settings("none"),
                page,
                context -> {}));
    assertNothingServes(tomcat.context(0));

    tomcat.start();

    assertEquals("visits: 1", tomcat.ask(browser, "visit"));
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

  /** A context that does not tell its name, once, when the manager's threads run already. */
  public static final class FailsOnce extends StandardContext {
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
      return isIn(Thread.currentThread(), ApplicationSessions.class.getName(), "start");
    }
  }

  private static final class Visits implements Serializable {
    private static final long serialVersionUID = 1L;
    private int count;
  }

  private static String visit(HttpSession session) {
    Visits visits = (Visits) session.getAttribute("visits");
    if (visits == null) {
      visits = new Visits();
      session.setAttribute("visits", visits);
    }
    visits.count++;
    return "visits: " + visits.count;
  }
}
