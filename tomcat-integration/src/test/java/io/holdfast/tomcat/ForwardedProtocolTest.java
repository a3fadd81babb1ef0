package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Response;
import java.util.Map;
import java.util.Objects;
import org.apache.catalina.Container;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.valves.RemoteIpValve;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tomcats behind a proxy that ends TLS: cookies of sessions must be for https alone. */
@Timeout(120)
class ForwardedProtocolTest extends WithOneNode {

  /** A valve of the application itself comes behind the takeover; its cookies can be told so. */
  @ParameterizedTest
  @ValueSource(strings = {"engine", "host", "cookie-config"})
  void takeoverWhenTheProxyHasTakenTlsOffThenTheNewCookieIsSecure(String place) {
    page.with("secure", (request, response) -> request.isSecure());
    assertSecure(start("t1", place), "t1");
    assertSecure(start("t2", place), "t2");
  }

  private void assertSecure(PageTomcat tomcat, String route) {
    Response response =
        browser.send(
            tomcat.port(),
            "GET",
            "/page?way=touch,+secure",
            Map.of("X-Forwarded-Proto", "https"),
            new byte[0]);
    assertEquals("true", response.body());
    String cookie = Objects.requireNonNull(response.header("Set-Cookie"));
    assertTrue(cookie.contains("." + route + ";"), cookie);
    assertTrue(cookie.contains("; Secure"), cookie);
  }

  private PageTomcat start(String name, String place) {
    return start(
        name,
        settings("sticky"),
        context -> {
          Container host = context.getParent();
          Container container =
              switch (place) {
                case "engine" -> host.getParent();
                case "host" -> host;
                default -> {
                  eachTime(ForwardedProtocolTest::secure).accept(context);
                  yield context;
                }
              };
          container.getPipeline().addValve(new RemoteIpValve());
        });
  }

  /** As {@code <cookie-config>} does. */
  private static void secure(StandardContext starting) {
    starting.getServletContext().getSessionCookieConfig().setSecure(true);
  }
}
