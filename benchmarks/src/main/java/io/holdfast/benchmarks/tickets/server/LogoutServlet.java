package io.holdfast.benchmarks.tickets.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Ends a login. */
final class LogoutServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private final transient SingleSignOn sso;

  LogoutServlet(SingleSignOn sso) {
    this.sso = sso;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (sso.logout(LoginServlet.login(request))) {
      Answers.ok(response, "<p>You are logged out.</p>");
    } else {
      Answers.refused(response);
    }
  }
}
