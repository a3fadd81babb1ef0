package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Response;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks for a session that may be on a node which does not answer, and on which thread. */
@Timeout(120)
class OwnThreadInDoubtTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenInDoubtThenOnlyAThreadOfTheApplicationsOwnGetsANewOne(boolean isSticky) {
    page.with(
        "elsewhere",
        (request, response) -> later(() -> request.getSession().isNew() ? "new" : "known").join());
    PageTomcat t1 = start("t1", isSticky);
    PageTomcat t2 = start("t2", isSticky);
    assertEquals("true", t1.ask(browser, "new, is-new"));
    node.freeze();

    Response here = t2.get(browser.copy(), "new, is-new");
    String elsewhere = t2.ask(browser.copy(), "elsewhere");
    node.thaw();

    assertEquals(503, here.status());
    assertEquals("1", here.header("Retry-After"));
    assertEquals("new", elsewhere);
  }

  private PageTomcat start(String name, boolean isSticky) {
    return start(name, settings(isSticky).set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(500)));
  }
}
