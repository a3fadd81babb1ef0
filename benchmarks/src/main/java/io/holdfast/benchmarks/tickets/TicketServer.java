package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.engine.ListeningProcess;
import io.holdfast.benchmarks.serializers.tickets.Principal;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.jspecify.annotations.Nullable;

/**
 * A small single sign-on server in the manner of CAS, on an embedded Tomcat that listens on
 * 127.0.0.1; it knows nothing of sessions.
 */
public final class TicketServer implements AutoCloseable {

  /** Names the login of a user. */
  static final String COOKIE = "CASTGC";

  private static final String BEGIN = "<samlp:AssertionArtifact>";
  private static final String END = "</samlp:AssertionArtifact>";

  private final Tomcat tomcat = new Tomcat();
  private final SingleSignOn sso;

  /**
   * Starts it on a free port.
   *
   * @param base a directory for what Tomcat writes
   * @param form how tickets are kept
   */
  TicketServer(Path base, int memcachedPort, TicketForm form)
      throws IOException, LifecycleException {
    this.sso = new SingleSignOn(memcachedPort, form, InstantSource.system());
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "pages", new Pages(sso)).addMapping("/");
    tomcat.start();
  }

  /**
   * Runs it until the process is killed.
   *
   * @param args the name of a {@link TicketForm}, the port of memcached, a directory
   */
  @SuppressWarnings("resource") // it ends with the process
  public static void main(String[] args) throws IOException, LifecycleException {
    TicketServer server =
        new TicketServer(Path.of(args[2]), Integer.parseInt(args[1]), TicketForm.valueOf(args[0]));
    System.out.println(ListeningProcess.LISTENING + server.port());
  }

  /** Where it listens. */
  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** What a service that speaks SAML posts to {@code /samlValidate}. */
  static String samlRequest(String artifact) {
    return "<SOAP-ENV:Envelope><SOAP-ENV:Body><samlp:Request>%s%s%s".formatted(BEGIN, artifact, END)
        + "</samlp:Request></SOAP-ENV:Body></SOAP-ENV:Envelope>";
  }

  /** What a service is told about a user, as in CAS 2: the name. */
  static String cas(String user) {
    return "<cas:serviceResponse xmlns:cas=\"http://www.yale.edu/tp/cas\">"
        + "<cas:authenticationSuccess><cas:user>%s</cas:user>".formatted(user)
        + "</cas:authenticationSuccess></cas:serviceResponse>";
  }

  /** The same as in SAML 1.1: the name and all attributes, in the order of their names. */
  static String saml(Principal user) {
    return "<saml1p:Response><saml1:Subject>%s</saml1:Subject>%s</saml1p:Response>"
        .formatted(user.id(), new TreeMap<>(user.attributes()));
  }

  /** The login form, the validation of tickets, and the end of a login. */
  private static final class Pages extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient SingleSignOn sso;

    Pages(SingleSignOn sso) {
      this.sso = sso;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      switch (request.getServletPath()) {
        case "/login" -> form(request, response);
        case "/serviceValidate" -> {
          Principal user =
              sso.validate(parameter(request, "ticket"), parameter(request, "service"));
          answer(response, user == null ? null : cas(user.id()));
        }
        default ->
            answer(response, sso.logout(login(request)) ? "<p>You are logged out.</p>" : null);
      }
    }

    /** Shows the form, or sends a user who is logged in on to a service. */
    private void form(HttpServletRequest request, HttpServletResponse response) throws IOException {
      String service = request.getParameter("service");
      String target = request.getParameter("TARGET");
      if (service != null) {
        send(response, service + "?ticket=", sso.grant(login(request), service, false));
      } else if (target != null) {
        send(response, target + "?SAMLart=", sso.grant(login(request), target, true));
      } else {
        answer(response, sso.form());
      }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getServletPath().equals("/samlValidate")) {
        String posted = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String artifact =
            posted.substring(posted.indexOf(BEGIN) + BEGIN.length(), posted.indexOf(END));
        Principal user = sso.validate(artifact, parameter(request, "TARGET"));
        answer(response, user == null ? null : saml(user));
        return;
      }
      String ticket =
          sso.login(
              parameter(request, "lt"),
              parameter(request, "username"),
              parameter(request, "password"));
      if (ticket != null) {
        Cookie cookie = new Cookie(COOKIE, ticket);
        cookie.setHttpOnly(true);
        response.addCookie(cookie);
      }
      answer(response, ticket == null ? null : "<p>You are logged in.</p>");
    }

    /** The granting ticket that the cookie names. */
    private static String login(HttpServletRequest request) {
      return Stream.ofNullable(request.getCookies())
          .flatMap(Stream::of)
          .filter(cookie -> cookie.getName().equals(COOKIE))
          .map(Cookie::getValue)
          .findFirst()
          .orElse("none");
    }

    private static String parameter(HttpServletRequest request, String name) {
      return Objects.requireNonNullElse(request.getParameter(name), "none");
    }

    private static void send(HttpServletResponse response, String url, @Nullable String ticket)
        throws IOException {
      if (ticket == null) {
        answer(response, null);
        return;
      }
      response.setStatus(HttpServletResponse.SC_FOUND);
      response.setHeader("Location", url + ticket);
      response.setContentLength(0);
    }

    /** Answers with a text; refuses without one. */
    private static void answer(HttpServletResponse response, @Nullable String text)
        throws IOException {
      if (text == null) {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentLength(0);
        return;
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      response.setContentType("text/xml;charset=UTF-8");
      response.setContentLength(bytes.length);
      response.getOutputStream().write(bytes);
    }
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    sso.close();
  }
}
