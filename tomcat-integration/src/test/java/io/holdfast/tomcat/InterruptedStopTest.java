package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
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
      throws LifecycleException, InterruptedException {
    try (RestartedTomcat tomcat = start(isSticky)) {
      Browser browser = new Browser();
      assertEquals("null", tomcat.tomcat().ask(browser, "new"));
      tomcat.tomcat().awaitNoRequest(); // its end would save the change, and the stop not wait
      assertEquals("apple", tomcat.tomcat().ask(browser, "ignored"));
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
      assertEquals("apple", tomcat.tomcat().ask(browser, "show"));
    }
  }

  private static boolean isDraining(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("drain"));
  }

  private static boolean stop(RestartedTomcat tomcat, boolean isInterrupted) {
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      tomcat.stop();
    } catch (LifecycleException e) {
      throw new IllegalStateException(e);
    }
    return Thread.currentThread().isInterrupted();
  }

  private RestartedTomcat start(boolean isSticky) throws LifecycleException {
    return new RestartedTomcat(
        base,
        "t1",
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .attribute(Setting.REQUEST_URI_IGNORE_PATTERN, ".*ignored.*")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page(),
        context -> {});
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      if (request.getParameter("way").equals("ignored")) {
        session.setAttribute("fruit", "apple");
      }
      response.getWriter().print(session.getAttribute("fruit"));
    }
  }
}
