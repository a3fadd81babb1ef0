package io.holdfast.benchmarks.tickets.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** The application on a Tomcat that listens on 127.0.0.1. */
public final class TicketServer implements AutoCloseable {

  /** Names the login of a user. */
  public static final String COOKIE = "CASTGC";

  private final Tomcat tomcat = new Tomcat();
  private final TicketRegistry registry;

  /**
   * Starts it on a free port.
   *
   * @param base a directory for what Tomcat writes
   * @param form how tickets are kept
   */
  public TicketServer(Path base, int memcachedPort, TicketForm form)
      throws IOException, LifecycleException {
    this.registry = new TicketRegistry(memcachedPort, form.transcoder());
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    SingleSignOn sso = new SingleSignOn(registry, new TicketIds(), InstantSource.system());
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "login", new LoginServlet(sso)).addMapping("/login");
    Tomcat.addServlet(context, "logout", new LogoutServlet(sso)).addMapping("/logout");
    Tomcat.addServlet(context, "cas", new CasServlet(sso)).addMapping("/serviceValidate");
    Tomcat.addServlet(context, "saml", new SamlServlet(sso)).addMapping("/samlValidate");
    tomcat.start();
  }

  /** Where it listens. */
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** What a service that speaks SAML posts to {@code /samlValidate}. */
  public static String samlRequest(String artifact) {
    return SamlServlet.request(artifact);
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    registry.close();
  }
}
