package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.security.Principal;
import java.util.List;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two Tomcats, each with a session of one sign-on. */
@Timeout(120)
final class SignOnEndsTest extends WithOneNode {

  private static final Principal ANN = new GenericPrincipal("ann", null, List.of("admin"));

  private @Nullable PageTomcat t1;
  private @Nullable PageTomcat t2;

  @AfterEach
  void stopAll() throws LifecycleException {
    for (PageTomcat tomcat : new PageTomcat[] {t1, t2}) {
      if (tomcat != null) {
        tomcat.close();
      }
    }
  }

  /** The session of one Tomcat is the only one that this Tomcat knows of. */
  @Test
  void signOnWhenTheOnlySessionKnownHereExpiresThenTheOneElsewhereStaysLoggedIn() throws Exception {
    MemcachedSingleSignOn here = valve();
    MemcachedSingleSignOn there = valve();
    PageTomcat first = start("t1", here);
    t1 = first;
    PageTomcat second = start("t2", there);
    t2 = second;
    here.register("ABC", ANN, "FORM", "ann", "secret");
    Session brief = first.manager.createSession(null);
    brief.setMaxInactiveInterval(1);
    assertTrue(here.associate("ABC", brief));
    Browser browser = new Browser();
    browser.setCookie("JSESSIONIDSSO", "ABC");
    assertEquals("ann", second.ask(browser, "user"));
    Session other = second.manager.createSession(null);
    assertTrue(there.associate("ABC", other));

    Await.until(
        "the session expires",
        () -> {
          first.manager.processExpires();
          return first.manager.findSessions().length == 0;
        });

    assertEquals("ann", second.ask(browser, "user"));
    assertTrue(((StandardSession) other).isValid());
    assertEquals("ann", first.ask(browser, "user"));
  }

  private MemcachedSingleSignOn valve() {
    MemcachedSingleSignOn valve = new MemcachedSingleSignOn();
    valve.setProperty("memcachedNodes", "127.0.0.1:" + node.port());
    valve.setProperty("operationTimeout", "10000");
    return valve;
  }

  private PageTomcat start(String name, MemcachedSingleSignOn valve) throws Exception {
    return new PageTomcat(
        Files.createDirectories(base.resolve(name)),
        name,
        name,
        MemcachedSessionManager.builder().memcachedNodes("127.0.0.1:" + node.port()),
        new UserPage(),
        context -> context.getParent().getPipeline().addValve(valve));
  }

  private static final class UserPage extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Principal user = request.getUserPrincipal();
      response.getWriter().print(user == null ? "nobody" : user.getName());
    }
  }
}
