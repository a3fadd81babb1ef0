package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.concurrent.CompletableFuture;
import javax.servlet.http.HttpSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A sticky session has moved to another Tomcat, and the application ends the instance that is left
 * here from a thread of its own, while what a request has changed here waits to be saved.
 */
@Timeout(120)
class GoneWhileSavingTest extends WithOneNode {

  @AfterEach
  void letGo() {
    Slow.writing.open();
  }

  @Test
  void invalidateWhenTheSessionHasMovedThenWhatWasAnsweredHereIsStoredBeforeItIsForgotten() {
    Slow.writing = new Gate();
    page.value("slow", Slow::new);
    PageTomcat t1 = start("t1");
    PageTomcat t2 = start("t2");
    PageTomcat t3 = start("t3");
    assertEquals("1", t1.ask(browser, "raise, keep"));
    t1.awaitStored();
    assertEquals("1", t1.ask(browser, "put slow, show count"));
    Slow.writing.awaitArrival();
    assertEquals("2", t1.ask(browser.copy(), "raise"));
    t1.awaitNoRequest();
    assertEquals("1 yes", t2.ask(browser, "set mark yes, show count, show mark"));
    t2.awaitStored();

    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread ending = new Thread(() -> end(page.kept(), ended));
    ending.start();
    Await.until("it is ended, or waits", () -> ended.isDone() || isIn(ending, "", "awaitSave"));
    Slow.writing.open();

    assertInstanceOf(IllegalStateException.class, ended.join());
    Await.until(
        "both are stored", () -> t3.ask(browser.copy(), "show count, show mark").equals("2 yes"));
  }

  private static void end(HttpSession session, CompletableFuture<Throwable> ended) {
    try {
      session.invalidate();
      ended.complete(new AssertionError("the session has ended"));
    } catch (IllegalStateException e) {
      ended.complete(e);
    }
  }

  private PageTomcat start(String name) {
    return start(name, settings("sticky").set(Setting.SESSION_BACKUP_ASYNC, true));
  }

  /** Holds up the save that encodes it first. */
  private static final class Slow implements Serializable {
    private static final long serialVersionUID = 1L;
    private static volatile Gate writing = new Gate();

    private void writeObject(ObjectOutputStream out) throws IOException {
      writing.pass();
      out.defaultWriteObject();
    }
  }
}
