package io.holdfast.dist;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** An operator with a browser at the console of a Tomcat. */
final class ConsoleVisitor {

  static final String PATH = "/holdfast-console/";

  private static final String PASSWORD = "secret";

  private final TomcatProcess tomcat;
  private final Map<String, String> login;
  private final Browser browser = new Browser();

  ConsoleVisitor(TomcatProcess tomcat, String user) {
    this.tomcat = tomcat;
    this.login =
        Map.of(
            "Authorization",
            "Basic "
                + Base64.getEncoder()
                    .encodeToString((user + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8)));
  }

  /** Deploys the war of the distribution with its own descriptor, and knows a user and a guest. */
  static TomcatSettings deploy(TomcatSettings settings) {
    Path war =
        Path.of(Cluster.property("holdfast.distribution"), "console", "holdfast-console.war");
    try (ZipFile zip = new ZipFile(war.toFile())) {
      String descriptor =
          new String(
              zip.getInputStream(zip.getEntry("META-INF/context.xml")).readAllBytes(),
              StandardCharsets.UTF_8);
      return settings
          .application("holdfast-console", war, descriptor)
          .user("operator", PASSWORD, "manager-gui")
          .user("guest", PASSWORD, "member");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Response get(String path) {
    return browser.send(tomcat.port(), "GET", PATH + path, login, new byte[0]);
  }

  /** The status of the answer to a client whose address a load balancer on this machine tells. */
  int statusFor(String forwardedFor) {
    Map<String, String> headers = new LinkedHashMap<>(login);
    headers.put("X-Forwarded-For", forwardedFor);
    return browser.send(tomcat.port(), "GET", PATH, headers, new byte[0]).status();
  }

  /** The page, which must be there. */
  Document page() {
    Response response = get("");
    if (response.status() != 200) {
      throw new AssertionError(response + tomcat.logs());
    }
    return Jsoup.parse(response.body(), PATH);
  }

  /** What the page says of an application. */
  Element article(String context) {
    return page().select("article").stream()
        .filter(article -> article.selectXpath("h2").text().equals("/" + context))
        .findFirst()
        .orElseThrow();
  }

  /** The first form of an application that asks for this. */
  Element form(String context, String action) {
    return article(context).select("form").stream()
        .filter(form -> form.select("input[name=action]").attr("value").equals(action))
        .findFirst()
        .orElseThrow();
  }

  /** Presses the button of a form in which some fields were changed. */
  Response submit(Element form, Map<String, String> changed) {
    return post(URI.create(PATH).resolve(form.attr("action")).toString(), form, changed);
  }

  /** Sends the fields of a form to another address. */
  Response post(String address, Element form, Map<String, String> changed) {
    Map<String, String> fields = new LinkedHashMap<>();
    form.select("input").forEach(field -> fields.put(field.attr("name"), field.attr("value")));
    fields.putAll(changed);
    String body =
        fields.entrySet().stream()
            .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
    Map<String, String> headers = new LinkedHashMap<>(login);
    headers.put("Content-Type", "application/x-www-form-urlencoded");
    return browser.send(
        tomcat.port(), "POST", address, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
