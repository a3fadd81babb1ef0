package io.holdfast.demo;

import io.holdfast.testkit.Await;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client of the shop with a cookie jar, and a presser of the page's buttons. */
final class Visitor {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final HttpClient client =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
  private final String address;
  private String servedBy = "nobody";

  Visitor(String address) {
    this.address = address;
  }

  void buy(String product) {
    cart(to("shop/cart.jsp").POST(form("action=add&product=" + product)));
  }

  String cart() {
    return cart(to("shop/cart.jsp"));
  }

  private String cart(HttpRequest.Builder request) {
    HttpResponse<String> response =
        send(request.header("Content-Type", "application/x-www-form-urlencoded"));
    servedBy = response.headers().firstValue("X-Demo-Served-By").orElse("nobody");
    return find("\"cart\":(\\{.*\\})\\}", response.body());
  }

  /** The route of the Tomcat that gave the last answer. */
  String servedBy() {
    return servedBy;
  }

  String status() {
    return send(to("_demo/status")).body();
  }

  String sessionBase() {
    return find("\"base\":\"([^\"]+)\"", status());
  }

  long pidOf(String server) {
    return Long.parseLong(find("\"id\":\"" + server + "\"[^}]*\"pid\":(\\d+)", status()));
  }

  /** Waits until a node other than this one holds the session's record; returns its id. */
  String awaitRecordOnNodeOtherThan(String node) {
    Pattern record = Pattern.compile("\"node\":\"(?!" + node + ")(n\\d)\",\"bytes\":\\d\\d+");
    String status =
        Await.value(
            "a record on a node other than " + node,
            DEADLINE,
            this::status,
            text -> record.matcher(text).find());
    return find(record.pattern(), status);
  }

  /** Waits until a node holds the session's record in so many bytes or more; returns how many. */
  int awaitRecord(int bytes) {
    Pattern record = Pattern.compile("\"node\":\"n\\d\",\"bytes\":(\\d+)");
    return Await.value(
        "a record of %d bytes".formatted(bytes),
        DEADLINE,
        () ->
            record
                .matcher(status())
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .max()
                .orElse(0),
        found -> found >= bytes);
  }

  void awaitState(String server, String state) {
    Await.until(server + " is " + state, DEADLINE, () -> isIn(server, state));
  }

  private boolean isIn(String server, String state) {
    Pattern wanted = Pattern.compile("\"id\":\"" + server + "\"[^}]*\"state\":\"" + state + "\"");
    return wanted.matcher(status()).find();
  }

  /** A count of the shoppers. */
  long tally(String name) {
    return Long.parseLong(find("\"" + name + "\":(\\d+)", status()));
  }

  void awaitTally(String name, long least) {
    Await.until(least + " " + name, DEADLINE, () -> tally(name) >= least);
  }

  void press(String server, String button) {
    int status = pressFrom(address.substring(0, address.length() - 1), server, button);
    if (status != 200) {
      throw new IllegalStateException(server + " " + button + ": " + status);
    }
  }

  int pressFrom(String origin, String server, String button) {
    return send(to("_demo/" + server + "/" + button).header("Origin", origin).POST(form("")))
        .statusCode();
  }

  int statusOf(String method, String path) {
    return send(to(path).method(method, form(""))).statusCode();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(address + path)).timeout(DEADLINE);
  }

  private static HttpRequest.BodyPublisher form(String content) {
    return content.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(content);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("the demo does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String find(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    if (!found.find()) {
      throw new IllegalStateException(pattern + " is not in " + text);
    }
    return found.group(1);
  }
}
