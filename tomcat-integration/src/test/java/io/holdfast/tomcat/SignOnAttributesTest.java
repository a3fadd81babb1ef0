package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.realm.GenericPrincipal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What another Tomcat knows of a user whose realm gave him attributes. */
@Timeout(120)
class SignOnAttributesTest extends WithOneNode {

  /** What a realm of an operator's own gives its users; its jar is in {@code tomcat/lib}. */
  private record Tenant(String name) implements Serializable {}

  private final Browser browser = new Browser();
  private @Nullable PageTomcat one;
  private @Nullable PageTomcat two;

  @AfterEach
  void stopAll() throws LifecycleException {
    if (one != null) {
      one.close();
    }
    if (two != null) {
      two.close();
    }
  }

  @Test
  void signOnWhenTheClassOfAnAttributeIsAllowedThenAnotherTomcatHasTheAttribute()
      throws LifecycleException, IOException {
    assertEquals("ann of Tenant[name=acme]", askedElsewhere(Tenant.class.getName()));
  }

  @Test
  void signOnWhenTheClassOfAnAttributeIsNotAllowedThenNoOtherTomcatKnowsTheUserAndTheLogTellsWhy()
      throws LifecycleException, IOException {
    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      assertEquals("nobody", askedElsewhere(""));

      List<String> warnings = log.messages(Level.WARNING);
      assertEquals(1, warnings.size(), warnings::toString);
      String remedy = "allowedClasses=\"" + Tenant.class.getName() + "\"";
      assertTrue(warnings.get(0).contains(remedy), warnings::toString);
    }
  }

  /** What the second Tomcat says of a user after a sign-on to the first. */
  private String askedElsewhere(String allowedClasses) throws LifecycleException, IOException {
    MemcachedSingleSignOn here = valve(allowedClasses);
    PageTomcat first = start("t1", here);
    one = first;
    PageTomcat second = start("t2", valve(allowedClasses));
    two = second;
    Map<String, Object> attributes = Map.of("tenant", new Tenant("acme"));
    Principal user =
        new GenericPrincipal("ann", null, List.of("member"), null, null, null, attributes);
    here.register("ABC", user, "BASIC", "ann", "secret");
    assertTrue(here.associate("ABC", first.manager.createSession(null)));

    browser.setCookie("JSESSIONIDSSO", "ABC");
    return second.ask(browser, "user");
  }

  private MemcachedSingleSignOn valve(String allowedClasses) {
    MemcachedSingleSignOn valve = new MemcachedSingleSignOn();
    valve.setProperty("memcachedNodes", "127.0.0.1:" + node.port());
    valve.setProperty("operationTimeout", "10000");
    valve.setProperty("allowedClasses", allowedClasses);
    return valve;
  }

  private PageTomcat start(String name, MemcachedSingleSignOn valve)
      throws LifecycleException, IOException {
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
      response
          .getWriter()
          .print(
              request.getUserPrincipal() instanceof GenericPrincipal user
                  ? user.getName() + " of " + user.getAttribute("tenant")
                  : "nobody");
    }
  }
}
