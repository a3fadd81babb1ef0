package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is logged, at any level, while sessions are served, move, cannot be read, and end. */
@Timeout(120)
final class SecretsInLogsTest extends WithOneNode {

  private static final String VALUE = "4929-1234-5678";
  private static final String PASSWORD = "open-sesame-77";

  private final Set<String> ids = ConcurrentHashMap.newKeySet();
  private final Browser browser = new Browser();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void logWhenSessionsLiveAndFailThenHasNoWholeIdNoValueAndNoPassword(boolean isSticky)
      throws Exception {
    List<String> said;
    try (EveryLevel log = new EveryLevel()) {
      try (PageTomcat t1 = tomcat("t1", isSticky);
          PageTomcat t2 = tomcat("t2", isSticky)) {
        live(t1, t2);
        fail(t1, t2);
      }
      said = log.said();
    }

    assertTrue(said.stream().anyMatch(each -> each.contains("is not backed up")), said::toString);
    assertTrue(said.stream().anyMatch(each -> each.contains("counts as absent")), said::toString);
    assertTrue(ids.size() >= 3, ids::toString);
    ids.add(VALUE);
    ids.add(PASSWORD);
    assertEquals(
        List.of(), said.stream().filter(each -> ids.stream().anyMatch(each::contains)).toList());
  }

  private void live(PageTomcat t1, PageTomcat t2) {
    assertEquals(VALUE, ask(t1, "set"));
    assertEquals(VALUE, ask(t2, "get"));
    assertEquals(VALUE, ask(t2, "newid"));
    assertEquals(VALUE, ask(t1, "get"));
    assertTrue(t1.manager.endSession(id()));
    assertEquals("no session", ask(t1, "get"));
    assertEquals(false, t1.manager.endSession(id()));
  }

  private void fail(PageTomcat t1, PageTomcat t2) {
    assertEquals(VALUE, ask(t1, "set"));
    byte[] damage = "no record".getBytes(StandardCharsets.US_ASCII);
    node.probe().keys().forEach(key -> node.probe().set(key, damage));
    assertEquals("no session", ask(t2, "get"));
    assertEquals(VALUE, ask(t2, "set"));
    node.kill();
    Await.until(
        "the node is lost",
        () -> !Objects.requireNonNull(t2.manager.observed()).health().lostNodes().isEmpty());
    assertEquals(VALUE, ask(t2, "set"));
    node.start();
    assertEquals("no session", ask(t2, "end"));
  }

  private String ask(PageTomcat tomcat, String way) {
    String answer = tomcat.ask(browser, way);
    String cookie = browser.cookie("JSESSIONID");
    if (cookie != null) {
      ids.add(cookie.replaceFirst("\\..*", ""));
    }
    return answer;
  }

  private String id() {
    return Objects.requireNonNull(browser.cookie("JSESSIONID"));
  }

  private PageTomcat tomcat(String route, boolean isSticky) throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("n1:127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.USERNAME, "joe")
            .set(Setting.PASSWORD, PASSWORD)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    return new PageTomcat(base, route, isSticky ? route : null, builder, new Page());
  }

  /** Hears all that Holdfast and the client library log. */
  private static final class EveryLevel extends Handler implements AutoCloseable {

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final List<Logger> loggers =
        List.of(Logger.getLogger("io.holdfast"), Logger.getLogger("net.spy"));

    EveryLevel() {
      setLevel(Level.ALL);
      for (Logger logger : loggers) {
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
      }
    }

    List<String> said() {
      return List.copyOf(said);
    }

    @Override
    public void publish(LogRecord entry) {
      StringWriter text = new StringWriter();
      text.append(formatter.formatMessage(entry));
      if (entry.getThrown() != null) {
        entry.getThrown().printStackTrace(new PrintWriter(text, true));
      }
      said.add(text.toString());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      for (Logger logger : loggers) {
        logger.removeHandler(this);
        logger.setLevel(null);
      }
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession(request.getParameter("way").equals("set"));
      if (session != null) {
        switch (request.getParameter("way")) {
          case "set" -> {
            session.setAttribute("card", VALUE);
            session.setAttribute("unwritable", new Unwritable());
          }
          case "newid" -> request.changeSessionId();
          case "end" -> session.invalidate();
          default -> {}
        }
      }
      HttpSession left = request.getSession(false);
      response.getWriter().print(left == null ? "no session" : left.getAttribute("card"));
    }
  }

  /** Its text is not for a log. */
  private static final class Unwritable {

    @Override
    public String toString() {
      return VALUE;
    }
  }
}
