package io.holdfast.dist;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;
import org.jspecify.annotations.Nullable;

/**
 * A user who reads the pages of one application, follows its links and fills in its forms. Each
 * request, those of redirects too, goes to the Tomcat that a load balancer names for it.
 */
final class PageVisitor {

  private static final String NON_STICKY = "http://localhost";
  private static final int MOST_REDIRECTS = 10;
  private static final int OK = 200;

  private final String context;
  private final Function<@Nullable String, TomcatProcess> balancer;
  private final Map<String, String> headers;
  private final Browser browser = new Browser();
  private Document page = new Document("");
  private String path = "";

  /**
   * Creates a user without cookies.
   *
   * @param balancer names a Tomcat for a session's id, null if there is none yet
   * @param headers of every request
   */
  PageVisitor(
      String context,
      Function<@Nullable String, TomcatProcess> balancer,
      Map<String, String> headers) {
    this.context = context;
    this.balancer = balancer;
    this.headers = new LinkedHashMap<>(headers);
    this.headers.put("Accept", "text/html");
  }

  /** Opens a page of the application; it must be answered with 200 in the end. */
  Document open(String relative) {
    return go("GET", "/" + context + "/" + relative, "");
  }

  /** Opens a page that was seen before. */
  Document reopen(String absolute) {
    return go("GET", absolute, "");
  }

  /** Follows a link of the page. */
  Document click(String link) {
    return go("GET", pathOf(one(link).absUrl("href")), "");
  }

  /** Sends a form of the page with its first button. */
  Document submit(String form, Map<String, String> entered) {
    return submit(form, entered, "");
  }

  /**
   * Sends a form of the page.
   *
   * @param form selects it
   * @param entered what is typed, by the names of the fields, which there must be
   * @param button the name of the button; empty for one without a name
   */
  Document submit(String form, Map<String, String> entered, String button) {
    FormElement element = (FormElement) one(form);
    Map<String, String> fields = fieldsOf(element);
    entered.forEach((name, value) -> fill(fields, name, value));
    Element pressed = button.isEmpty() ? null : element.selectFirst("[name=" + button + "]");
    if (pressed != null) {
      fields.put(button, pressed.val());
    }
    String target = element.hasAttr("action") ? pathOf(element.absUrl("action")) : path;
    String encoded = encoded(fields);
    return element.attr("method").equalsIgnoreCase("post")
        ? go("POST", target, encoded)
        : go("GET", target.replaceFirst("\\?.*", "") + "?" + encoded, "");
  }

  /** The text of one element of the page. */
  String text(String selector) {
    return one(selector).text();
  }

  /** The texts of all such elements of the page. */
  List<String> texts(String selector) {
    return page.select(selector).eachText();
  }

  /** The page seen last. */
  Document page() {
    return page;
  }

  /** Where the page seen last is, with its query. */
  String path() {
    return path;
  }

  /** The id of the session without the route. */
  String session() {
    return Cluster.key(browser.cookie("JSESSIONID"));
  }

  private Element one(String selector) {
    Element element = page.selectFirst(selector);
    if (element == null) {
      throw new AssertionError("no " + selector + " in " + path + ":\n" + page);
    }
    return element;
  }

  private static Map<String, String> fieldsOf(FormElement form) {
    Map<String, String> fields = new LinkedHashMap<>();
    form.formData().forEach(field -> fields.put(field.key(), field.value()));
    form.select("[type=submit], button").forEach(button -> fields.remove(button.attr("name")));
    return fields;
  }

  private void fill(Map<String, String> fields, String name, String value) {
    if (fields.put(name, value) == null) {
      throw new AssertionError("no field " + name + " in " + path + ":\n" + page);
    }
  }

  private Document go(String method, String target, String form) {
    Response response = send(method, target, form);
    String at = target;
    for (int i = 0; i < MOST_REDIRECTS && response.status() / 100 == 3; i++) {
      at = pathOf(resolved(at, String.valueOf(response.header("location"))));
      response = send("GET", at, "");
    }
    if (response.status() != OK) {
      throw new AssertionError(method + " " + target + " led to " + at + ": " + response);
    }
    path = at;
    page = Jsoup.parse(response.body(), NON_STICKY + at);
    return page;
  }

  private Response send(String method, String target, String form) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    if (method.equals("POST")) {
      all.put("Content-Type", "application/x-www-form-urlencoded");
    }
    byte[] body = form.getBytes(StandardCharsets.UTF_8);
    return browser.send(
        balancer.apply(browser.cookie("JSESSIONID")).port(), method, target, all, body);
  }

  private static String resolved(String base, String location) {
    return URI.create(NON_STICKY + base).resolve(location).toString();
  }

  private static String pathOf(String url) {
    URI uri = URI.create(url);
    return uri.getRawQuery() == null
        ? uri.getRawPath()
        : uri.getRawPath() + "?" + uri.getRawQuery();
  }

  private static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
