package io.holdfast.benchmarks.tickets.server;

import io.holdfast.benchmarks.serializers.tickets.Principal;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Tells a service that speaks SAML 1.1 who came with an artifact, and all about the user. */
final class SamlServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final String BEGIN = "<samlp:AssertionArtifact>";
  private static final String END = "</samlp:AssertionArtifact>";

  private final transient SingleSignOn sso;

  SamlServlet(SingleSignOn sso) {
    this.sso = sso;
  }

  /** What a service posts. */
  static String request(String artifact) {
    return "<SOAP-ENV:Envelope><SOAP-ENV:Body><samlp:Request>"
        + BEGIN
        + artifact
        + END
        + "</samlp:Request></SOAP-ENV:Body></SOAP-ENV:Envelope>";
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String posted = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int begin = posted.indexOf(BEGIN) + BEGIN.length();
    Principal principal =
        sso.validate(
            posted.substring(begin, posted.indexOf(END)),
            LoginServlet.parameter(request, "TARGET"));
    if (principal == null) {
      Answers.refused(response);
    } else {
      Answers.ok(response, Assertion.saml(principal.id(), principal.attributes()));
    }
  }
}
