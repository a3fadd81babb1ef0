package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.sessions.store.UnreadableRecords;
import io.holdfast.testkit.http.Browser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client polls with the cookie of a session that another session manager has stored. */
@Timeout(120)
class OldCookiesTest extends WithOneNode {

  private static final String ID = "0123456789ABCDEF0123456789ABCDEF";
  private static final int REQUESTS = 1_000;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestsWhenTheRecordCannotBeReadThenTheLogHasOneLineAMinute(boolean isSticky)
      throws LifecycleException {
    node.probe().set(ID, "not one of ours".getBytes(StandardCharsets.UTF_8));
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    long began = System.nanoTime();
    try (CapturedLog log = new CapturedLog(UnreadableRecords.class);
        PageTomcat tomcat = new PageTomcat(base, "t1", null, builder, new Page(), context -> {})) {
      for (int i = 0; i < REQUESTS; i++) {
        assertEquals(200, poll(tomcat));
      }

      long minutes = Duration.ofNanos(System.nanoTime() - began).toMinutes();
      List<String> lines = log.messages(Level.WARNING);
      assertTrue(!lines.isEmpty() && lines.size() <= 1 + minutes, () -> lines.size() + " lines");
    }
  }

  private static int poll(PageTomcat tomcat) {
    return new Browser()
        .send(tomcat.port(), "GET", "/page", Map.of("Cookie", "JSESSIONID=" + ID), new byte[0])
        .status();
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      request.getSession(false);
    }
  }
}
