package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that is told to end by an interruption stops its Tomcat on the interrupted thread. */
@Timeout(120)
class InterruptedStopTest extends WithOneNode {

  /** What an ignored request has changed is stored at the stop; the node takes its time. */
  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void stopWhenItsThreadIsInterruptedThenStoresWhatIsNotStored(boolean isSticky, boolean isBefore)
      throws InterruptedException {
    PageTomcat tomcat =
        start("t1", settings(isSticky).attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*&ignored"));
    assertEquals("done", tomcat.ask(browser, "new"));
    tomcat.awaitNoRequest(); // its end would save the change, and the stop not wait
    assertEquals("done", tomcat.ask(browser, "set fruit apple&ignored"));
    node.freeze();

    CompletableFuture<Boolean> stop = new CompletableFuture<>();
    Thread thread = new Thread(() -> stop.complete(stop(tomcat, isBefore)));
    thread.start();
    Await.until("the stop waits, or is over", () -> isDraining(thread) || stop.isDone());
    thread.interrupt();
    Await.until("it is noticed", () -> !thread.isInterrupted() || stop.isDone());
    node.thaw();

    assertTrue(stop.join(), "the thread is as interrupted as before");
    thread.join();
    tomcat.start();
    assertEquals("apple", tomcat.ask(browser, "show fruit"));
  }

  private static boolean isDraining(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING && isIn(thread, "", "drain");
  }

  private static boolean stop(PageTomcat tomcat, boolean isInterrupted) {
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    tomcat.stop();
    return Thread.currentThread().isInterrupted();
  }
}
