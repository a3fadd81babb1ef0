package io.holdfast.examples.boot;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A user with a browser. */
final class Visitor {

  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]* value=\"([^\"]+)\"");

  private final Browser browser = new Browser();
  private String token = "";

  /** Asks for a page, and is sent to the login. */
  Visitor askFor(int port, String path) {
    return seen(browser.follow(port, path, get(port, path)));
  }

  /** Fills in the login that was seen last; the answer is a redirect. */
  Response login(int port, String password) {
    Map<String, String> form = Map.of("username", "anna", "password", password, "_csrf", token);
    return browser.post(port, "/login", form);
  }

  /** Puts something into the cart, with the page that was seen last. */
  String add(int port, String item) {
    try (LateForm form = beginToAdd(port, item)) {
      return form.finish();
    }
  }

  /** What the shop's page says, without its form. */
  String page(int port) {
    Response page = get(port, "/");
    seen(page);
    Matcher text = Pattern.compile("<p>(.*)</p>").matcher(page.body());
    return page.status() == 200 && text.find() ? text.group(1) : page.toString();
  }

  /** Begins to put something into the cart; the form's body is not sent yet. */
  LateForm beginToAdd(int port, String item) {
    String cookie = "JSESSIONID=" + browser.cookie("JSESSIONID");
    String body = "item=" + item + "&_csrf=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    return LateForm.begin(port, cookie, body);
  }

  /** Says that a page is wanted: to others, Spring Security offers no form. */
  private Response get(int port, String path) {
    return browser.send(port, "GET", path, Map.of("Accept", "text/html"), new byte[0]);
  }

  private Visitor seen(Response page) {
    Matcher found = TOKEN.matcher(page.body());
    if (found.find()) {
      token = found.group(1);
    }
    return this;
  }
}
