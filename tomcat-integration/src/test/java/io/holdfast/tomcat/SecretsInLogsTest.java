package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is logged, at any level, while sessions are served, move, cannot be read, and end. */
@Timeout(120)
final class SecretsInLogsTest extends WithOneNode {

  private static final String VALUE = "4929-1234-5678";
  private static final String PASSWORD = "open-sesame-77";
  private static final String SET = "set card " + VALUE + ", put unwritable, show card";

  private final Set<String> ids = ConcurrentHashMap.newKeySet();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void logWhenSessionsLiveAndFailThenHasNoWholeIdNoValueAndNoPassword(boolean isSticky)
      throws Exception {
    page.value("unwritable", Unwritable::new);
    List<String> said;
    try (EveryLevel log = new EveryLevel()) {
      PageTomcat t1 = start("t1", isSticky);
      PageTomcat t2 = start("t2", isSticky);
      live(t1, t2);
      fail(t1, t2);
      t2.close();
      t1.close();
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
    assertEquals(VALUE, ask(t1, SET));
    assertEquals(VALUE, ask(t2, "show card"));
    assertEquals(VALUE, ask(t2, "rename, show card"));
    assertEquals(VALUE, ask(t1, "show card"));
    assertTrue(t1.manager.endSession(id(browser)));
    assertEquals("no session", ask(t1, "show card"));
    assertEquals(false, t1.manager.endSession(id(browser)));
  }

  private void fail(PageTomcat t1, PageTomcat t2) {
    assertEquals(VALUE, ask(t1, SET));
    byte[] damage = "no record".getBytes(StandardCharsets.US_ASCII);
    node.probe().keys().forEach(key -> node.probe().set(key, damage));
    assertEquals("no session", ask(t2, "show card"));
    assertEquals(VALUE, ask(t2, SET));
    node.kill();
    Await.until("the node is lost", () -> !t2.observed().health().lostNodes().isEmpty());
    assertEquals(VALUE, ask(t2, SET));
    node.start();
    assertEquals("done", ask(t2, "end"));
  }

  private String ask(PageTomcat tomcat, String way) {
    String answer = tomcat.ask(browser, way);
    String cookie = browser.cookie("JSESSIONID");
    if (cookie != null) {
      ids.add(key(browser));
    }
    return answer;
  }

  private PageTomcat start(String route, boolean isSticky) {
    return start(
        route,
        settings(isSticky)
            .memcachedNodes("n1:" + node.address())
            .set(Setting.USERNAME, "joe")
            .set(Setting.PASSWORD, PASSWORD));
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

  /** Its text is not for a log. */
  private static final class Unwritable {

    @Override
    public String toString() {
      return VALUE;
    }
  }
}
