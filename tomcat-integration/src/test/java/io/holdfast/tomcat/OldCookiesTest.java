package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.store.UnreadableRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
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
  void requestsWhenTheRecordCannotBeReadThenTheLogHasOneLineAMinute(boolean isSticky) {
    node.probe().set(ID, "not one of ours".getBytes(StandardCharsets.UTF_8));
    browser.setCookie("JSESSIONID", ID);
    long began = System.nanoTime();
    CapturedLog log = closing(new CapturedLog(UnreadableRecords.class));
    PageTomcat tomcat = start("t1", settings(isSticky));

    for (int i = 0; i < REQUESTS; i++) {
      assertEquals("no session", tomcat.ask(browser, "show fruit"));
    }

    long minutes = Duration.ofNanos(System.nanoTime() - began).toMinutes();
    List<String> lines = log.messages(Level.WARNING);
    assertTrue(!lines.isEmpty() && lines.size() <= 1 + minutes, () -> lines.size() + " lines");
  }
}
