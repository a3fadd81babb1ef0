package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.servlet.DispatcherType;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers leave before the backup of a sticky session that its request waits for. */
@Timeout(120)
class AnswersBeforeBackupsTest extends WithOneNode {

  private final Browser browser = new Browser();
  private final Page page = new Page();

  @ParameterizedTest
  @ValueSource(strings = {"plain", "redirect", "error", "include", "forward"})
  void answerWhenTheContainerSendsItThenFollowsTheBackup(String way)
      throws LifecycleException, InterruptedException {
    try (PageTomcat tomcat = start()) {
      assertEquals(200, browser.get(tomcat.port(), "/page?way=plain").status());
      node.freeze();

      CompletableFuture<Response> answer = ask(tomcat, way);
      assertTrue(page.returned.await(60, TimeUnit.SECONDS));

      assertFalse(answer.isDone());
      node.thaw();
      assertTrue(answer.join().status() > 0);
    }
  }

  /** As the document on modes says. */
  @ParameterizedTest
  @ValueSource(strings = {"forwardWrapped", "close", "flush"})
  void answerWhenTheApplicationSendsItThenLeavesBeforeTheBackup(String way)
      throws LifecycleException {
    try (PageTomcat tomcat = start()) {
      assertEquals(200, browser.get(tomcat.port(), "/page?way=plain").status());
      node.freeze();

      Response answer = ask(tomcat, way).orTimeout(30, TimeUnit.SECONDS).join();

      node.thaw();
      assertEquals(200, answer.status());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answerWhenItsRequestDoesNotWaitForSoLongThenLeavesAndTheBackupFollows(boolean isAsync)
      throws LifecycleException {
    try (PageTomcat tomcat = start(isAsync, Duration.ofMillis(50))) {
      assertEquals(200, browser.get(tomcat.port(), "/page?way=plain").status());
      Await.until("stored", () -> records().size() == 1);
      String key = records().iterator().next();
      byte[] before = node.probe().get(key);
      node.freeze();

      Response answer = ask(tomcat, "plain").orTimeout(30, TimeUnit.SECONDS).join();

      node.thaw();
      assertEquals(200, answer.status());
      Await.until("stored", () -> !Arrays.equals(before, node.probe().get(key)));
    }
  }

  private Set<String> records() {
    return node.probe().keys().stream()
        .filter(key -> key.matches(".*[0-9A-F]{32}"))
        .collect(Collectors.toSet());
  }

  private CompletableFuture<Response> ask(PageTomcat tomcat, String way) {
    page.returned = new CountDownLatch(1);
    CompletableFuture<Response> answer = new CompletableFuture<>();
    new Thread(() -> answer.complete(browser.get(tomcat.port(), "/page?way=" + way))).start();
    return answer;
  }

  private PageTomcat start() throws LifecycleException {
    return start(false, Duration.ofSeconds(60));
  }

  private PageTomcat start(boolean isAsync, Duration timeout) throws LifecycleException {
    return new PageTomcat(
        base,
        "t1",
        "t1",
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .set(Setting.SESSION_BACKUP_ASYNC, isAsync)
            .set(Setting.SESSION_BACKUP_TIMEOUT, timeout)
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(60)),
        page);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private transient volatile CountDownLatch returned = new CountDownLatch(1);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      if (request.getDispatcherType() != DispatcherType.REQUEST) {
        response.getWriter().print("forwarded or included");
        return;
      }
      request.getSession().setAttribute("value", System.nanoTime()); // another one each time
      answer(request.getParameter("way"), request, response);
      returned.countDown();
    }

    private static void answer(String way, HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      switch (way) {
        case "redirect" -> response.sendRedirect("/page?way=plain");
        case "error" -> response.sendError(404);
        case "forward" -> request.getRequestDispatcher("/page").forward(request, response);
        case "forwardWrapped" ->
            request
                .getRequestDispatcher("/page")
                .forward(request, new HttpServletResponseWrapper(response));
        case "flush" -> {
          response.setContentLength(2);
          response.getWriter().print("ok");
          response.flushBuffer();
        }
        case "include" -> request.getRequestDispatcher("/page").include(request, response);
        case "close" -> {
          response.getWriter().print("closed");
          response.getWriter().close();
        }
        default -> response.getWriter().print("plain");
      }
    }
  }
}
