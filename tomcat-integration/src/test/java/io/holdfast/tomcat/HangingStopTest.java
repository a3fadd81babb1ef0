package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.http.Browser;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Tomcat stops while its node hangs and backups are under way, however long one may take. */
@Timeout(120)
class HangingStopTest extends WithOneNode {

  private static final Duration MOST = Duration.ofSeconds(15);

  @Test
  void stopWhenAnOperationMayTakeAMinuteThenItTakesTenSecondsAndLittleMore() {
    PageTomcat tomcat =
        start(
            "t1",
            settings("sticky")
                .set(Setting.SESSION_BACKUP_ASYNC, true)
                .set(Setting.SESSIONS_BY_USER, true)
                .set(Setting.EXPIRE_ABANDONED_SESSIONS, true)
                .set(Setting.OPERATION_TIMEOUT, Duration.ofMinutes(1)));
    List<Browser> browsers = Stream.generate(Browser::new).limit(50).toList();
    browsers.forEach(each -> assertEquals("done", tomcat.ask(each, "touch")));
    node.freeze();
    browsers.forEach(each -> assertEquals("done", tomcat.ask(each, "touch")));

    long start = System.nanoTime();
    tomcat.close();
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    node.thaw();

    assertTrue(taken.compareTo(MOST) < 0, taken::toString);
    node.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }
}
