package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of requests that still have the id which a session had before. */
@Timeout(120)
class ChangedIdsTest extends WithOneNode {

  private static final String NEW = "set user nobody";
  private static final String LOGIN = "rename, changed, set user ann";
  private static final String SHOW = "show user";

  private volatile Consumer<String> afterChange = id -> {};

  @BeforeEach
  void prepare() {
    page.with(
        "changed",
        (request, response) -> {
          afterChange.accept(request.getSession().getId());
          return null;
        });
  }

  /** The client could never find its session again. */
  @Test
  void changeWhenTheRequestIsRefusedBehindItThenTheClientLearnsTheNewId() {
    PageTomcat tomcat = start("t1", settings("none"));
    afterChange =
        id ->
            Arrays.stream(tomcat.manager.findSessions())
                .forEach(
                    session ->
                        ((SessionInstance) session).instanceState().use().leased(() -> true));
    assertEquals("done", tomcat.ask(browser, NEW));
    String former = key(browser);

    Response refused = tomcat.get(browser, LOGIN);

    assertEquals(503, refused.status());
    assertNotEquals(former, key(browser));
    assertEquals("nobody", tomcat.ask(browser, SHOW));
  }

  /** An application that chooses ids itself must not lose two sessions when it errs. */
  @Test
  void changeWhenAnotherSessionHasThatIdThenIsRefusedAndBothGoOn() {
    PageTomcat t1 = start("t1", settings("none"));
    PageTomcat t2 = start("t2", settings("none"));
    Browser taken = new Browser();
    assertEquals("done", t2.ask(taken, NEW));
    assertEquals("done", t2.ask(taken, LOGIN));
    assertEquals("done", t1.ask(browser, NEW));
    afterChange = id -> t1.manager.changeSessionId(t1.session(browser), key(taken));

    Response refused = t1.get(browser, "show user, changed");

    assertEquals(503, refused.status());
    for (PageTomcat tomcat : List.of(t1, t2)) {
      assertEquals("nobody", tomcat.ask(browser, SHOW));
      assertEquals("ann", tomcat.ask(taken, SHOW));
    }
  }
}
