package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.Principal;
import java.util.List;
import org.apache.catalina.Session;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.catalina.session.StandardSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two Tomcats, each with a session of one sign-on. */
@Timeout(120)
final class SignOnEndsTest extends WithOneNode {

  private static final Principal ANN = new GenericPrincipal("ann", null, List.of("admin"));

  /** The session of one Tomcat is the only one that this Tomcat knows of. */
  @Test
  void signOnWhenTheOnlySessionKnownHereExpiresThenTheOneElsewhereStaysLoggedIn() {
    page.with("user", (request, response) -> request.getRemoteUser());
    MemcachedSingleSignOn here = signOn(node.address());
    MemcachedSingleSignOn there = signOn(node.address());
    PageTomcat first = start("t1", here);
    PageTomcat second = start("t2", there);
    here.register("ABC", ANN, "FORM", "ann", "secret");
    Session brief = first.manager.createSession(null);
    brief.setMaxInactiveInterval(1);
    assertTrue(here.associate("ABC", brief));
    browser.setCookie("JSESSIONIDSSO", "ABC");
    assertEquals("ann", second.ask(browser, "user"));
    Session other = second.manager.createSession(null);
    assertTrue(there.associate("ABC", other));

    first.expireUntil("the session expires", () -> first.manager.findSessions().length == 0);

    assertEquals("ann", second.ask(browser, "user"));
    assertTrue(((StandardSession) other).isValid());
    assertEquals("ann", first.ask(browser, "user"));
  }

  private PageTomcat start(String name, MemcachedSingleSignOn valve) {
    return start(
        name, settings("sticky"), context -> context.getParent().getPipeline().addValve(valve));
  }
}
