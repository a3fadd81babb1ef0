package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that one application hands to another, while no node says what is in the store. */
@Timeout(120)
class DispatchedInDoubtTest extends WithOneNode {

  /** The session of the one application is here; that of the other may be in the store. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dispatchWhenTheOtherSessionIsInDoubtThenItsApplicationGetsNoNewOne(boolean isSticky) {
    page.with("pass", (request, response) -> pass(request, response));
    PageTomcat t1 = start("t1", isSticky);
    PageTomcat t2 = start("t2", isSticky);
    assertEquals("done", pass(t1, "set fruit apple").body());
    assertEquals("done", t2.ask(browser, "/one", "touch"));
    node.freeze();
    Response inDoubt = pass(t2, "set fruit pear");
    node.thaw();
    assertEquals(503, inDoubt.status(), inDoubt::body);
    assertEquals("1", inDoubt.header("Retry-After"));
    Await.until(
        "the session is there, as it was",
        () -> pass(t2, "new, show fruit").body().equals("apple"));
  }

  private Response pass(PageTomcat tomcat, String then) {
    return browser.get(tomcat.port(), "/one/page?way=touch,+pass&then=" + then.replace(' ', '+'));
  }

  private static @Nullable Object pass(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    request
        .getServletContext()
        .getContext("/two")
        .getRequestDispatcher("/page?way=" + request.getParameter("then").replace(' ', '+'))
        .forward(request, response);
    return null;
  }

  private PageTomcat start(String name, boolean isSticky) {
    return start(
        name,
        List.of("/one", "/two"),
        settings(isSticky).set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(500)),
        page,
        context -> context.setCrossContext(true));
  }
}
