package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.RequestDispatcher;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers leave before the backup of a sticky session that its request waits for. */
@Timeout(120)
class AnswersBeforeBackupsTest extends WithOneNode {

  private volatile CountDownLatch returned = new CountDownLatch(1);

  private interface Answer {
    void send(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException;
  }

  @BeforeEach
  void prepare() {
    answer("redirect", (request, response) -> response.sendRedirect("/page?way=inner"));
    answer("error", (request, response) -> response.sendError(404));
    answer("include", (request, response) -> inner(request).include(request, response));
    answer("forward", (request, response) -> inner(request).forward(request, response));
    answer(
        "forwardWrapped",
        (request, response) ->
            inner(request).forward(request, new HttpServletResponseWrapper(response)));
    answer("inner", (request, response) -> response.getWriter().print("forwarded or included"));
    answer("returned", (request, response) -> returned.countDown());
  }

  private void answer(String name, Answer answer) {
    page.with(
        name,
        (request, response) -> {
          answer.send(request, response);
          return null;
        });
  }

  private static RequestDispatcher inner(HttpServletRequest request) {
    return request.getRequestDispatcher("/page?way=inner");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", redirect", ", error", ", include", ", forward"})
  void answerWhenTheContainerSendsItThenFollowsTheBackup(String way) throws InterruptedException {
    PageTomcat tomcat = start(false, Duration.ofSeconds(60));
    assertEquals(200, tomcat.get(browser, "touch").status());
    node.freeze();

    CompletableFuture<Response> answer = ask(tomcat, way);
    assertTrue(returned.await(60, TimeUnit.SECONDS));
    assertFalse(answer.isDone());
    node.thaw();

    assertTrue(answer.join().status() > 0);
  }

  /** As the document on modes says. */
  @ParameterizedTest
  @ValueSource(strings = {", forwardWrapped", ", is-new, close", ", length 5, is-new, flush"})
  void answerWhenTheApplicationSendsItThenLeavesBeforeTheBackup(String way) {
    PageTomcat tomcat = start(false, Duration.ofSeconds(60));
    assertEquals(200, tomcat.get(browser, "touch").status());
    node.freeze();

    Response answer = ask(tomcat, way).orTimeout(30, TimeUnit.SECONDS).join();
    node.thaw();

    assertEquals(200, answer.status());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answerWhenItsRequestDoesNotWaitForSoLongThenLeavesAndTheBackupFollows(boolean isAsync) {
    PageTomcat tomcat = start(isAsync, Duration.ofMillis(50));
    assertEquals(200, tomcat.get(browser, "touch").status());
    byte[] before = Await.value("the record", () -> record(browser), Objects::nonNull);
    node.freeze();

    Response answer = ask(tomcat, "").orTimeout(30, TimeUnit.SECONDS).join();
    node.thaw();

    assertEquals(200, answer.status());
    Await.until("stored", () -> !Arrays.equals(before, record(browser)));
  }

  private CompletableFuture<Response> ask(PageTomcat tomcat, String way) {
    returned = new CountDownLatch(1);
    return later(() -> tomcat.get(browser, "touch" + way + ", returned"));
  }

  private PageTomcat start(boolean isAsync, Duration timeout) {
    return start(
        "t1",
        settings("sticky")
            .set(Setting.SESSION_BACKUP_ASYNC, isAsync)
            .set(Setting.SESSION_BACKUP_TIMEOUT, timeout)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(60)));
  }
}
