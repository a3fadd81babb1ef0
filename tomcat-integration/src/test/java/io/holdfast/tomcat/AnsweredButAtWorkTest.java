package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A sticky session whose request has been answered and is still at work, so that its change is not
 * stored: the client's next request must see it, although the nodes have a record that is newer
 * than the instance.
 */
@Timeout(120)
class AnsweredButAtWorkTest extends WithOneNode {

  @Test
  void changeWhenAnotherTomcatHasStoredTheSessionThenTheNextRequestSeesBoth() {
    PageTomcat t1 = start("t1");
    PageTomcat t2 = start("t2");
    assertEquals("1", t1.ask(browser, "raise"));
    t1.awaitStored();
    CompletableFuture<String> atWork = held(t1, "length 1, raise, close, hold");
    assertEquals("2", atWork.join());
    assertEquals("1 yes", t2.ask(browser, "set mark yes, show count, show mark"));
    t2.awaitStored();

    assertEquals("2 yes", t1.ask(browser, "show count, show mark"));
    assertEquals("3 yes", t1.ask(browser, "raise, show mark"));
    page.gate().open();
    t1.awaitNoRequest();
    assertEquals("3 yes", t1.ask(browser, "show count, show mark"));
  }

  private PageTomcat start(String name) {
    return start(name, settings("sticky").set(Setting.SESSION_BACKUP_ASYNC, true));
  }
}
