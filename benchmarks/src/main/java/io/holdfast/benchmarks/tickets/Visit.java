package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.HttpConnection.Answer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** A user logs in, visits two services, and logs out. Any wrong answer throws an exception. */
final class Visit {

  /** What happens in a visit, in this order. */
  enum Step {
    LOGIN_TICKET("get a login ticket"),
    CREDENTIALS("post credentials"),
    CAS_TICKET("get a ticket for CAS 2"),
    SAML_TICKET("get a ticket for SAML"),
    CAS_VALIDATION("validate CAS 2"),
    SAML_VALIDATION("validate SAML"),
    /** Both tickets are refused the second time. */
    REFUSAL("validate both again"),
    LOGOUT("log out");

    private final String title;

    Step(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    /** Returns the titles of the published experiment's steps; each step is one request. */
    static List<String> published() {
      return Stream.of(values())
          .filter(step -> step.compareTo(REFUSAL) < 0)
          .map(Step::title)
          .toList();
    }
  }

  private static final int OK = 200;
  private static final int FOUND = 302;
  private static final int REFUSED = 403;
  private static final String PORTAL = "https://portal.example.org/login/cas";
  private static final String MAIL = "https://mail.example.org/saml/acs";

  private final Person person;
  private String loginTicket = "";
  private String grantingTicket = "";
  private String casTicket = "";
  private String samlTicket = "";

  Visit(Person person) {
    this.person = person;
  }

  /** Does the next step. */
  void perform(Step step, HttpConnection connection) throws IOException {
    switch (step) {
      case LOGIN_TICKET -> loginTicket = ticket("LT-", ok(connection.get("/login", "")).body());
      case CREDENTIALS -> {
        Answer answer = ok(connection.post("/login", "", credentials()));
        grantingTicket = ticket("TGT-", answer.newSessionId());
      }
      case CAS_TICKET -> casTicket = granted(connection, "service", PORTAL, "ticket");
      case SAML_TICKET -> samlTicket = granted(connection, "TARGET", MAIL, "SAMLart");
      case CAS_VALIDATION -> expect(TicketServer.cas(person.name()), validateCas(connection));
      case SAML_VALIDATION ->
          expect(TicketServer.saml(person.principal()), validateSaml(connection));
      case REFUSAL -> {
        require(REFUSED, validateCas(connection));
        require(REFUSED, validateSaml(connection));
      }
      case LOGOUT -> ok(connection.get("/logout", grantingTicket));
    }
  }

  private String credentials() {
    return "username=%s&password=%s&lt=%s"
        .formatted(person.name(), person.password(), encoded(loginTicket));
  }

  private String granted(
      HttpConnection connection, String parameter, String url, String ticketParameter)
      throws IOException {
    Answer answer = connection.get("/login?" + parameter + "=" + encoded(url), grantingTicket);
    require(FOUND, answer);
    String begin = url + "?" + ticketParameter + "=";
    if (!answer.location().startsWith(begin)) {
      throw new IOException(person.name() + " was sent to " + answer.location());
    }
    return ticket("ST-", answer.location().substring(begin.length()));
  }

  private Answer validateCas(HttpConnection connection) throws IOException {
    return connection.get(
        "/serviceValidate?service=" + encoded(PORTAL) + "&ticket=" + encoded(casTicket), "");
  }

  private Answer validateSaml(HttpConnection connection) throws IOException {
    return connection.post(
        "/samlValidate?TARGET=" + encoded(MAIL), "", TicketServer.samlRequest(samlTicket));
  }

  private static String ticket(String prefix, String id) throws IOException {
    if (!id.startsWith(prefix)) {
      throw new IOException("Expected a ticket of " + prefix + ", was given: " + id);
    }
    return id;
  }

  private Answer ok(Answer answer) throws IOException {
    require(OK, answer);
    return answer;
  }

  private void expect(String body, Answer answer) throws IOException {
    require(OK, answer);
    if (!answer.body().equals(body)) {
      throw new IOException("Expected " + body + ", was answered " + answer.body());
    }
  }

  private void require(int status, Answer answer) throws IOException {
    if (answer.status() != status) {
      throw new IOException(
          "%s was answered with %d in place of %d: %s"
              .formatted(person.name(), answer.status(), status, answer.body()));
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
