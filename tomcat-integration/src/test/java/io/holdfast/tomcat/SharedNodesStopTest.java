package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two applications over the same connection: one stops while the node hangs, the other goes on. */
@Timeout(120)
class SharedNodesStopTest extends WithOneNode {

  private static final String USE = "touch, set " + SessionsByUser.USER_ATTRIBUTE + " ann";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void loaderWhenItsApplicationStopsBesideANodeThatHangsThenIsCollected(boolean isSticky) {
    PageTomcat tomcat =
        start(
            "t1",
            List.of("/one", "/two"),
            settings(isSticky)
                .set(Setting.SESSION_BACKUP_ASYNC, true)
                .set(Setting.SESSIONS_BY_USER, true)
                .set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(500)),
            page,
            context -> {});
    assertEquals("done", tomcat.ask(browser, "/one", USE));
    assertEquals("done", tomcat.ask(browser, "/two", USE));
    WeakReference<ClassLoader> loader = new WeakReference<>(tomcat.loader());
    node.freeze();
    try {
      var unused = tomcat.ask(browser, "/one", USE);
      tomcat.stop();

      awaitCollected(loader);
    } finally {
      node.thaw();
    }
  }
}
