package io.holdfast.benchmarks.tickets.server;

import io.holdfast.benchmarks.serializers.tickets.Principal;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Tells a service that speaks CAS 2 who came with a ticket. */
final class CasServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private final transient SingleSignOn sso;

  CasServlet(SingleSignOn sso) {
    this.sso = sso;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Principal principal =
        sso.validate(
            LoginServlet.parameter(request, "ticket"), LoginServlet.parameter(request, "service"));
    if (principal == null) {
      Answers.refused(response);
    } else {
      Answers.ok(response, Assertion.cas(principal.id()));
    }
  }
}
