package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.http.Rfc6265CookieProcessor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The cookie that tells a client its new Tomcat is as the first one, however that is made. */
@Timeout(120)
class TakeoverCookiesTest extends WithOneNode {

  private static Stream<Arguments> contexts() {
    return Stream.of(
            named("name", context -> context.setSessionCookieName("SHOP")),
            named("path", context -> context.setSessionCookiePath("/page")),
            named("root path", context -> context.setSessionCookiePath("/")),
            named("domain", context -> context.setSessionCookieDomain("example.org")),
            named("for scripts", context -> context.setUseHttpOnly(false)),
            named("partitioned", context -> processor(context).setPartitioned(true)),
            named("same site", context -> processor(context).setSameSiteCookies("strict")))
        .flatMap(
            settings ->
                Stream.of("touch", "touch, forward", "touch, error", "touch, redirect")
                    .map(way -> Arguments.of(settings, way)));
  }

  private static Named<Consumer<StandardContext>> named(
      String name, Consumer<StandardContext> settings) {
    return Named.of(name, settings);
  }

  private static Rfc6265CookieProcessor processor(StandardContext context) {
    Rfc6265CookieProcessor processor = new Rfc6265CookieProcessor();
    context.setCookieProcessor(processor);
    return processor;
  }

  @ParameterizedTest
  @MethodSource("contexts")
  void takeoverWhenTheCookieIsSpecialThenTheNextIsSpecialToo(
      Consumer<StandardContext> settings, String way) {
    page.with("forward", (request, response) -> forward(request, response))
        .with("error", (request, response) -> fail())
        .with("redirect", (request, response) -> redirect(response));
    PageTomcat t1 = start("t1", settings("sticky"), settings);
    PageTomcat t2 = start("t2", settings("sticky"), settings);
    String first = cookie(ask(t1, way, ""));
    String[] nameAndId = first.substring(0, first.indexOf(';')).split("=", 2);
    assertTrue(nameAndId[1].endsWith(".t1"), first);

    String next = cookie(ask(t2, way, nameAndId[0] + "=" + nameAndId[1]));

    assertEquals(first.replace(".t1;", ".t2;"), next);
  }

  private static String cookie(Response response) {
    return Objects.requireNonNull(response.header("Set-Cookie"));
  }

  private static Response ask(PageTomcat tomcat, String way, String cookie) {
    return new Browser()
        .send(
            tomcat.port(),
            "GET",
            "/page?way=" + way.replace(' ', '+'),
            cookie.isEmpty() ? Map.of() : Map.of("Cookie", cookie),
            new byte[0]);
  }

  private static @Nullable Object forward(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    request.getRequestDispatcher("/page?way=touch").forward(request, response);
    return null;
  }

  private static @Nullable Object fail() throws ServletException {
    throw new ServletException("as the test wants it");
  }

  private static @Nullable Object redirect(HttpServletResponse response) throws IOException {
    response.sendRedirect("/page?way=touch");
    return null;
  }
}
