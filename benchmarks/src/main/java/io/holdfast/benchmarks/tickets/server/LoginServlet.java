package io.holdfast.benchmarks.tickets.server;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows the form, takes the credentials, and sends users who are logged in on to services. */
final class LoginServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private final transient SingleSignOn sso;

  LoginServlet(SingleSignOn sso) {
    this.sso = sso;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String service = request.getParameter("service");
    String target = request.getParameter("TARGET");
    if (service != null) {
      send(response, service, "ticket", sso.grant(login(request), service, false));
    } else if (target != null) {
      send(response, target, "SAMLart", sso.grant(login(request), target, true));
    } else {
      Answers.ok(response, sso.form());
    }
  }

  private static void send(
      HttpServletResponse response, String url, String parameter, @Nullable String ticket) {
    if (ticket == null) {
      Answers.refused(response);
    } else {
      Answers.redirect(response, url + "?" + parameter + "=" + ticket);
    }
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String ticket =
        sso.login(
            parameter(request, "lt"),
            parameter(request, "username"),
            parameter(request, "password"));
    if (ticket == null) {
      Answers.refused(response);
    } else {
      Cookie cookie = new Cookie(TicketServer.COOKIE, ticket);
      cookie.setHttpOnly(true);
      response.addCookie(cookie);
      Answers.ok(response, "<p>You are logged in.</p>");
    }
  }

  /** The granting ticket that the cookie names; empty if there is no cookie. */
  static String login(HttpServletRequest request) {
    return Stream.ofNullable(request.getCookies())
        .flatMap(Stream::of)
        .filter(cookie -> cookie.getName().equals(TicketServer.COOKIE))
        .map(Cookie::getValue)
        .findFirst()
        .orElse("none");
  }

  static String parameter(HttpServletRequest request, String name) {
    return Objects.requireNonNullElse(request.getParameter(name), "none");
  }
}
