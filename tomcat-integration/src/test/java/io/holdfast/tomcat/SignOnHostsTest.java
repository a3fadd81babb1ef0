package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.Host;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two virtual hosts whose valves have the same nodes: one for customers, one for the staff. */
@Timeout(120)
final class SignOnHostsTest extends WithOneNode {

  private static final Principal ANN = new GenericPrincipal("ann", null, List.of("admin"));

  private final Tomcat tomcat = new Tomcat();
  private final Host shop = tomcat.getHost();
  private final StandardHost staff = new StandardHost();

  @BeforeEach
  void makeHosts() {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName("hosts");
    staff.setName("staff.example");
    tomcat.getEngine().addChild(staff);
    for (Host host : List.of(shop, staff)) {
      Context context = tomcat.addContext(host, "", base.toString());
      context.setManager(
          MemcachedSessionManager.builder()
              .memcachedNodes("127.0.0.1:" + node.port())
              .set(Setting.STORAGE_KEY_PREFIX, "host,context,webappVersion")
              .build());
      Tomcat.addServlet(context, "page", new UserPage());
      context.addServletMappingDecoded("/page", "page");
    }
  }

  @AfterEach
  void stopAll() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }

  @Test
  void signOnWhenItsCookieIsSentToAnotherHostThenItIsNobodyThere() throws Exception {
    MemcachedSingleSignOn ofShop = signOn(node.address());
    shop.getPipeline().addValve(ofShop);
    staff.getPipeline().addValve(signOn(node.address()));
    tomcat.start();
    signOn(ofShop);

    assertEquals("nobody", userAt("staff.example"));
    assertEquals("ann", userAt("localhost"));
  }

  /** As on another Tomcat: what one valve knows by itself says nothing. */
  @Test
  void signOnWhenAnotherValveHasTheSameHostThenItIsTheUser() throws Exception {
    MemcachedSingleSignOn ofAnotherTomcat = signOn(node.address());
    shop.getPipeline().addValve(ofAnotherTomcat);
    tomcat.start();
    signOn(ofAnotherTomcat);
    ofAnotherTomcat.stop(); // forgets what it knows
    ofAnotherTomcat.start();

    assertEquals("ann", userAt("localhost"));
  }

  @Test
  void signOnWhenTheValveStandsInTheEngineThenItIsOfAllHosts() throws Exception {
    MemcachedSingleSignOn valve = signOn(node.address());
    tomcat.getEngine().getPipeline().addValve(valve);
    tomcat.start();
    signOn(valve);
    valve.stop(); // forgets what it knows
    valve.start();

    assertEquals("ann", userAt("staff.example"));
  }

  private void signOn(MemcachedSingleSignOn valve) {
    Context application = (Context) Objects.requireNonNull(shop.findChild(""));
    valve.register("ABC", ANN, "FORM", "ann", "secret");
    assertTrue(valve.associate("ABC", application.getManager().createSession(null)));
  }

  private String userAt(String host) {
    Browser browser = new Browser();
    browser.setCookie("JSESSIONIDSSO", "ABC");
    int port = tomcat.getConnector().getLocalPort();
    return browser
        .send(port, "GET", "/page", Map.of("Host", host + ":" + port), new byte[0])
        .body();
  }

  private static final class UserPage extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Principal user = request.getUserPrincipal();
      response.getWriter().print(user == null ? "nobody" : user.getName());
    }
  }
}
