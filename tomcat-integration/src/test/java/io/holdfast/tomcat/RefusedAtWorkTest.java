package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A request that is to get 503 and is still at work: what it changes from there on must not replace
 * what a later request of its client was answered.
 */
@Timeout(120)
class RefusedAtWorkTest extends WithOneNode {

  @AfterEach
  void letGo() {
    Slow.encoding.open();
  }

  /** Its save waits too long for that of another request, and is carried out later. */
  @Test
  void changeOfARefusedRequestWhenALaterOneIsAnsweredThenGivesWay() {
    Slow.encoding = new Gate();
    page.value("slow", Slow::new);
    PageTomcat t1 = start("t1");
    PageTomcat t2 = start("t2");
    assertEquals("done", t1.ask(browser, "set value first"));
    Browser copy = browser.copy();
    CompletableFuture<Response> refused =
        later(
            () ->
                t1.get(
                    copy,
                    "new, hold, set value refused, length 7, show value, flush, hold late,"
                        + " set value late"));
    page.gate().awaitArrival();
    CompletableFuture<Response> slow = later(() -> t1.get(copy, "put slow"));
    Slow.encoding.awaitArrival();
    page.gate().open();
    page.gate("late").awaitArrival();
    Slow.encoding.open();
    assertEquals(200, slow.join().status());
    Await.until("the save is carried out", () -> t2.ask(browser, "show value").equals("refused"));

    assertEquals("done", t2.ask(browser, "set value answered"));
    page.gate("late").open();

    assertEquals(503, refused.join().status());
    t1.awaitNoRequest();
    assertEquals("answered", t2.ask(browser, "show value"));
    assertEquals("answered", t1.ask(browser, "show value"));
  }

  private PageTomcat start(String name) {
    return start(
        name,
        settings("none")
            .allowedClasses(Slow.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(200)));
  }

  /** Takes long to be encoded for the first time. */
  private static final class Slow implements Serializable {
    private static final long serialVersionUID = 1L;
    private static volatile Gate encoding = new Gate();

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      encoding.pass();
    }
  }
}
