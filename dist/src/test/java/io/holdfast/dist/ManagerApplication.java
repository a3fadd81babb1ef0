package io.holdfast.dist;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tomcat's own manager application, as an operator uses it. */
final class ManagerApplication {

  private static final String USER = "operator";
  private static final String PASSWORD = "secret";

  /** What lets the operator in. */
  static final Map<String, String> LOGIN =
      Map.of(
          "Authorization",
          "Basic "
              + Base64.getEncoder()
                  .encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8)));

  private final TomcatProcess tomcat;
  private final Browser browser = new Browser();

  ManagerApplication(TomcatProcess tomcat) {
    this.tomcat = tomcat;
  }

  /** Deploys it, and lets the operator in. */
  static TomcatSettings deploy(TomcatSettings settings, Path tomcatHome) {
    return settings
        .application(
            "manager", tomcatHome.resolve("webapps/manager"), "<Context privileged=\"true\"/>")
        .user(USER, PASSWORD, "manager-script", "manager-gui", "manager-jmx");
  }

  /** Lets the operator into the host manager. */
  static TomcatSettings letIn(TomcatSettings settings) {
    return settings.user(USER, PASSWORD, "admin-script");
  }

  /** Sends a command such as {@code reload?path=/app}, and returns the answer. */
  String command(String command) {
    Response response = get("/manager/text/" + command);
    if (response.status() != 200 || !response.body().startsWith("OK")) {
      throw new AssertionError(command + " answered " + response + tomcat.logs());
    }
    return response.body();
  }

  /** The value of an attribute of an application's session manager, by the JMX proxy. */
  String attribute(String context, String attribute) {
    String bean = "Catalina:type=Manager,context=/%s,host=localhost".formatted(context);
    return get("/manager/jmxproxy/?get=%s&att=%s".formatted(bean, attribute)).body().strip();
  }

  /** Asks for something by JMX, such as {@code qry=*:type=Valve,*}, and returns the answer. */
  String jmx(String query) {
    Response response = get("/manager/jmxproxy/?" + query);
    if (response.status() != 200 || !response.body().startsWith("OK")) {
      throw new AssertionError(query + " answered " + response + tomcat.logs());
    }
    return response.body();
  }

  /** The names of Tomcat's MBeans of applications and of what belongs to them, in order. */
  List<String> mbeans() {
    return jmx("qry=Catalina:host=localhost,*")
        .lines()
        .filter(line -> line.startsWith("Name: "))
        .sorted()
        .toList();
  }

  /** The page with the sessions of an application. */
  String sessions(String context) {
    String list = get("/manager/html/list").body();
    return get(linkToSessions(context, list)).body();
  }

  /** The page with the attributes of one session. */
  String session(String context, String sessionId) {
    String page = sessions(context);
    Matcher link =
        Pattern.compile("\"(/manager/html/sessions[^\"]*action=sessionDetail[^\"]*)\"")
            .matcher(page.replace("&amp;", "&").replace("&#47;", "/"));
    while (link.find()) {
      if (link.group(1).contains("sessionId=" + sessionId + "&")) {
        return get(link.group(1)).body();
      }
    }
    throw new AssertionError("no link to session " + sessionId + " in " + page);
  }

  /** Presses the button that ends one session. */
  Response invalidate(String context, String sessionId) {
    String page = sessions(context);
    Matcher nonce = Pattern.compile("(CSRF_NONCE=[0-9A-F]+)").matcher(page);
    if (!nonce.find()) {
      throw new AssertionError("no form in " + page);
    }
    String form = "path=/%s&action=invalidateSessions&sessionIds=%s".formatted(context, sessionId);
    return browser.send(
        tomcat.port(),
        "POST",
        "/manager/html/sessions?org.apache.catalina.filters." + nonce.group(1),
        Map.of(
            "Authorization",
            LOGIN.get("Authorization"),
            "Content-Type",
            "application/x-www-form-urlencoded"),
        form.getBytes(StandardCharsets.UTF_8));
  }

  private static String linkToSessions(String context, String page) {
    Pattern link =
        Pattern.compile("\"(/manager/html/sessions[^\"?]*\\?path=/" + context + "&[^\"]*)\"");
    Matcher found = link.matcher(page.replace("&amp;", "&").replace("&#47;", "/"));
    if (!found.find()) {
      throw new AssertionError("no link to the sessions of " + context + " in " + page);
    }
    return found.group(1);
  }

  private Response get(String path) {
    return browser.send(tomcat.port(), "GET", path, LOGIN, new byte[0]);
  }
}
