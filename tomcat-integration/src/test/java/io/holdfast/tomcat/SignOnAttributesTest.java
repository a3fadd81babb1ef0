package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.model.SnapshotCodec;
import java.io.Serializable;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.apache.catalina.realm.GenericPrincipal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What another Tomcat knows of a user whose realm gave him attributes. */
@Timeout(120)
class SignOnAttributesTest extends WithOneNode {

  /** What a realm of an operator's own gives its users; its jar is in {@code tomcat/lib}. */
  private record Tenant(String name) implements Serializable {}

  @BeforeEach
  void prepare() {
    page.with(
        "user",
        (request, response) ->
            request.getUserPrincipal() instanceof GenericPrincipal user
                ? user.getName() + " of " + user.getAttribute("tenant")
                : "nobody");
  }

  @Test
  void signOnWhenTheClassOfAnAttributeIsAllowedThenAnotherTomcatHasTheAttribute() {
    assertEquals("ann of Tenant[name=acme]", askedElsewhere(Tenant.class.getName()));
  }

  @Test
  void signOnWhenTheClassOfAnAttributeIsNotAllowedThenNoOtherTomcatKnowsTheUserAndTheLogTellsWhy() {
    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      assertEquals("nobody", askedElsewhere(""));

      List<String> warnings = log.messages(Level.WARNING);
      assertEquals(1, warnings.size(), warnings::toString);
      String remedy = "allowedClasses=\"" + Tenant.class.getName() + "\"";
      assertTrue(warnings.get(0).contains(remedy), warnings::toString);
    }
  }

  /** What the second Tomcat says of a user after a sign-on to the first. */
  private String askedElsewhere(String allowedClasses) {
    MemcachedSingleSignOn here = valve(allowedClasses);
    PageTomcat first = start("t1", here);
    PageTomcat second = start("t2", valve(allowedClasses));
    Map<String, Object> attributes = Map.of("tenant", new Tenant("acme"));
    Principal user =
        new GenericPrincipal("ann", null, List.of("member"), null, null, null, attributes);

    here.register("ABC", user, "BASIC", "ann", "secret");
    assertTrue(here.associate("ABC", first.manager.createSession(null)));

    browser.setCookie("JSESSIONIDSSO", "ABC");
    return second.ask(browser, "user");
  }

  private MemcachedSingleSignOn valve(String allowedClasses) {
    MemcachedSingleSignOn valve = signOn(node.address());
    valve.setProperty("allowedClasses", allowedClasses);
    return valve;
  }

  private PageTomcat start(String name, MemcachedSingleSignOn valve) {
    return start(
        name, settings("sticky"), context -> context.getParent().getPipeline().addValve(valve));
  }
}
