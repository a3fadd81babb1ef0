package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.Session;
import org.apache.catalina.SessionIdGenerator;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.catalina.util.StandardSessionIdGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What clients send as the id of their session or sign-on: no such text comes back, ends a request,
 * or makes another instance, unless a Tomcat has given it.
 */
@Timeout(300)
@SuppressWarnings("NullAway.Init") // each test starts its own
class ClientIdsTest extends WithOneNode {

  private static final int TEXTS = 400;
  private static final Pattern IN_HEADER = Pattern.compile("JSESSIONID=([^;]*)");
  private static final Pattern IN_PAGE = Pattern.compile("jsessionid=([^<]+)");

  private @Nullable MemcachedSingleSignOn signOn;
  private PageTomcat tomcat;
  private Context context;

  static Stream<Arguments> tomcats() {
    return Stream.of(true, false)
        .flatMap(sticky -> Stream.of("t1", null).map(jvmRoute -> Arguments.of(sticky, jvmRoute)));
  }

  // ---- ids that no Tomcat has given ----

  @ParameterizedTest
  @MethodSource("tomcats")
  void requestWhenItsIdIsAnyTextThenNothingOfItComesBackAndNoOtherInstanceIsMade(
      boolean sticky, @Nullable String jvmRoute) {
    start(sticky, jvmRoute);
    String issued = newSession();
    Random random = new Random(14);

    for (int i = 0; i < TEXTS; i++) {
      String text = text(random, issued);
      for (Response response : List.of(withCookie(text, "/read"), withUrl(text, "/read"))) {
        assertTrue(response.status() < 500, () -> response.status() + " for " + text);
        if (response.status() == 200) { // Tomcat's own refusals of bad requests quote them
          assertIssued(response, text, issued);
        }
      }
    }

    assertEquals(1, context.getManager().getActiveSessions());
  }

  @ParameterizedTest
  @MethodSource("tomcats")
  void requestWhenSomethingElseStandsBehindTheBaseThenItHasTheSessionUnderTheIdThatWasGiven(
      boolean sticky, @Nullable String jvmRoute) {
    start(sticky, jvmRoute);
    String issued = newSession();

    for (String behind : List.of(".'-alert(1)-'", ".r1", ".r2", ".", ".t1.t2", ".t2")) {
      Response response = withUrl(issued.replaceFirst("\\..*", "") + behind, "/read");

      assertShows(issued, response);
    }
    assertEquals(1, context.getManager().getActiveSessions());
  }

  @ParameterizedTest
  @MethodSource("tomcats")
  void requestWhenItsIdIsNoneThenTheStoreIsNotAsked(boolean sticky, @Nullable String jvmRoute) {
    start(sticky, jvmRoute);
    // A Tomcat that has just started ends its questions with the write of a value that is not
    // there.
    Await.until(
        "a rehearsal", () -> node.probe().commandCounts().getOrDefault("cas_misses", 0L) == 1);
    Map<String, Long> before = node.probe().commandCounts();

    for (String text : List.of(".x", ".", "a".repeat(257), "x\u0080y", "\u00e9")) {
      assertTrue(withCookie(text, "/read").status() < 500);
    }

    assertEquals(before.get("cmd_get"), node.probe().commandCounts().get("cmd_get"));
  }

  @ParameterizedTest
  @MethodSource("tomcats")
  void newSessionWhenIdsOfClientsAreNotValidatedThenOnlyAPlainBaseIsTaken(
      boolean sticky, @Nullable String jvmRoute) {
    start(sticky, jvmRoute);
    context.setSessionCookiePath("/");
    context.setValidateClientProvidedNewSessionId(false);
    String end = jvmRoute == null ? "" : "\\.t1";
    Random random = new Random(15);

    for (int i = 0; i < TEXTS; i++) {
      String text = text(random, "0123456789ABCDEF" + i);
      Response response = withCookie(text, "/new");

      assertTrue(
          response.status() == 200 || response.status() == 400, text); // Tomcat's, of headers
      String given = response.status() == 400 ? null : given(response);
      assertTrue(given == null || given.matches("[0-9A-Za-z_~+/=-]+" + end), given);
    }
  }

  // ---- generators ----

  @ParameterizedTest
  @MethodSource("tomcats")
  void newSessionWhenTheGeneratorEmitsDotsThenEachUserHasOneOfHisOwn(
      boolean sticky, @Nullable String jvmRoute) {
    start(sticky, jvmRoute);
    context.getManager().setSessionIdGenerator(generator(random -> "v1." + random, jvmRoute));
    String first = newSession();

    String second = newSession();

    assertNotEquals(first.replaceFirst("\\..*", ""), second.replaceFirst("\\..*", ""));
    assertShows(first, withCookie(first, "/read"));
    assertShows(second, withCookie(second, "/read"));
    assertEquals(2, context.getManager().getActiveSessions());
  }

  @ParameterizedTest
  @ValueSource(strings = {"too long", "with a blank"})
  void newSessionWhenTheGeneratorMakesNoIdThenItIsRefused(String kind) {
    start(true, "t1");
    context
        .getManager()
        .setSessionIdGenerator(
            generator(random -> kind.equals("too long") ? random.repeat(9) : "a " + random, "t1"));

    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> context.getManager().createSession(null));

    assertTrue(String.valueOf(e.getMessage()).contains("generator"), e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("tomcats")
  void idWhenTheApplicationChoosesOneWhoseBaseCannotBeToldThenItIsRefused(
      boolean sticky, @Nullable String jvmRoute) {
    start(sticky, jvmRoute);
    Session session = context.getManager().createSession(null);

    for (String chosen : List.of("v1.abc", "v1.abc.t1", "abc.t2", "abc.", "a b", ".t1")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> context.getManager().changeSessionId(session, chosen),
          chosen);
    }
    context.getManager().changeSessionId(session, "chosen");

    assertEquals("chosen", session.getId());
  }

  // ---- single sign-on ----

  @ParameterizedTest
  @ValueSource(strings = {".r", "."})
  void signOnWhenSomethingStandsBehindItsIdThenThereIsNone(String behind) {
    MemcachedSingleSignOn valve = signOn(node.address());
    signOn = valve;
    start(true, "t1");
    Principal alice = new GenericPrincipal("alice", "secret", List.of("user"));
    valve.register("ABC", alice, "BASIC", "alice", "secret");
    assertTrue(valve.associate("ABC", context.getManager().createSession(null)));

    for (int i = 0; i < 20; i++) {
      Response response = send("/read", "JSESSIONIDSSO=ABC" + behind + i);

      assertFalse(response.body().contains("alice"), response.body());
    }
    assertEquals(1, valve.getSignOnsHere());
    assertTrue(send("/read", "JSESSIONIDSSO=ABC").body().contains("alice"));
  }

  // ---- clients ----

  /** Half of the texts begin with what was given. */
  private static String text(Random random, String issued) {
    String bare = issued.replaceFirst("\\..*", "");
    return switch (random.nextInt(8)) {
      case 0 -> bare + "." + printable(random, random.nextInt(20));
      case 1 -> issued + "." + printable(random, random.nextInt(20));
      case 2 -> issued + bytes(random, random.nextInt(6));
      case 3 -> bare + ".'\"><script>" + random.nextInt();
      case 4 -> printable(random, 250 + random.nextInt(10));
      case 5 -> "a".repeat(250 + random.nextInt(10)) + (random.nextBoolean() ? ".t1" : "");
      case 6 -> bytes(random, random.nextInt(300));
      default -> printable(random, random.nextInt(40));
    };
  }

  private static String printable(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + random.nextInt(0x7f - '!')));
    }
    return text.toString();
  }

  private static String bytes(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      char any = (char) random.nextInt(256);
      text.append(any == '\r' || any == '\n' ? '.' : any); // a line of its own is no id
    }
    return text.toString();
  }

  private static void assertShows(String issued, Response response) {
    assertTrue(
        response.body().contains("<b>jsessionid=" + issued + "<"),
        () -> issued + " is expected in " + response.status() + " " + response.body());
  }

  private static void assertIssued(Response response, String text, String issued) {
    for (String id : ids(response)) {
      assertEquals(issued, id, () -> "the answer to " + text);
    }
  }

  private static List<String> ids(Response response) {
    List<String> ids = new ArrayList<>();
    Matcher page = IN_PAGE.matcher(response.body());
    while (page.find()) {
      ids.add(page.group(1));
    }
    String cookie = response.header("set-cookie");
    Matcher header = IN_HEADER.matcher(cookie == null ? "" : cookie);
    while (header.find()) {
      ids.add(header.group(1));
    }
    return ids;
  }

  private static @Nullable String given(Response response) {
    Matcher header = IN_HEADER.matcher(String.valueOf(response.header("set-cookie")));
    return header.find() ? header.group(1) : null;
  }

  private String newSession() {
    return Objects.requireNonNull(given(send("/new", "none=none")));
  }

  private Response withCookie(String id, String path) {
    return send(path, "JSESSIONID=" + id);
  }

  private Response withUrl(String id, String path) {
    return send(path + ";jsessionid=" + id, "none=none");
  }

  private Response send(String path, String cookie) {
    String request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nConnection: close\r\n\r\n"
            .formatted(path, cookie);
    return browser.raw(tomcat.port(), request.getBytes(StandardCharsets.ISO_8859_1));
  }

  // ---- the Tomcat ----

  private void start(boolean sticky, @Nullable String jvmRoute) {
    tomcat =
        closing(
            new PageTomcat(
                base,
                "t1",
                jvmRoute,
                starting ->
                    starting.getConnector().setProperty("relaxedPathChars", "\"<>[\\]^`{|}"),
                List.of(""),
                settings(sticky),
                new IdsServlet(),
                starting -> {
                  eachTime(each -> each.addServletMappingDecoded("/", "page")).accept(starting);
                  if (signOn != null) {
                    starting.getParent().getPipeline().addValve(signOn);
                  }
                }));
    context = tomcat.context(0);
  }

  /** What makes a base of some hexadecimal digits. */
  private interface BaseMaker {
    String of(String random);
  }

  private static SessionIdGenerator generator(BaseMaker maker, @Nullable String jvmRoute) {
    AtomicInteger count = new AtomicInteger();
    SessionIdGenerator generator =
        new StandardSessionIdGenerator() {
          @Override
          public String generateSessionId(String route) {
            String made = maker.of("0123456789ABCDEF0123456789ABCDE" + count.getAndIncrement());
            return route == null || route.isEmpty() ? made : made + "." + route;
          }
        };
    generator.setJvmRoute(jvmRoute == null ? "" : jvmRoute);
    return generator;
  }

  private static final class IdsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession(request.getServletPath().startsWith("/new"));
      if (session != null) {
        session.setAttribute("fruit", "apple");
      }
      Principal user = request.getUserPrincipal();
      response.setContentType("text/html");
      response
          .getWriter()
          .print(
              "<a href='%s'><b>jsessionid=%s</b>%s"
                  .formatted(
                      response.encodeURL("/next") + "<",
                      session == null ? "" : session.getId(),
                      user == null ? "" : user.getName()));
    }
  }
}
