package io.holdfast.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A client with cookies that speaks to ports of 127.0.0.1, as a browser behind a load balancer
 * would. Each request has a connection of its own and is sent once; redirects are answers like any
 * other. Safe for several threads. A failure is an {@link UncheckedIOException} that names the
 * request.
 */
public final class Browser {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);
  private static final int MOST_REDIRECTS = 10;

  private final Duration timeout;
  private final Cookies cookies;

  /** A browser without cookies that waits a minute for each part of an answer. */
  public Browser() {
    this(DEFAULT_TIMEOUT);
  }

  /**
   * A browser without cookies.
   *
   * @param timeout how long it waits for the connection, and for each part of an answer
   */
  public Browser(Duration timeout) {
    this(timeout, new Cookies());
  }

  private Browser(Duration timeout, Cookies cookies) {
    this.timeout = timeout;
    this.cookies = cookies;
  }

  /** Another browser with the same cookies, on its own from now on. */
  public Browser copy() {
    return new Browser(timeout, cookies.copy());
  }

  /** Gets a path such as {@code /shop/cart?x=1}; it is sent as it is. */
  public Response get(int port, String path) {
    return send(port, "GET", path, Map.of(), new byte[0]);
  }

  /** Posts form fields in UTF-8, and names that charset. */
  public Response post(int port, String path, Map<String, String> form) {
    String body =
        form.entrySet().stream()
            .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
    return send(
        port,
        "POST",
        path,
        Map.of("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a request with more headers and a body; an empty body of a GET is none. */
  public Response send(
      int port, String method, String path, Map<String, String> headers, byte[] body) {
    return open(port, method, path, headers, body).finish();
  }

  /** Gets a path and follows redirects on the same port, at most ten. */
  public Response getFollowing(int port, String path) {
    return follow(port, path, get(port, path));
  }

  /** Follows the redirects that begin with an answer to {@code path}, at most ten. */
  public Response follow(int port, String path, Response first) {
    Response response = first;
    URI current = URI.create(path);
    for (int i = 0; i < MOST_REDIRECTS; i++) {
      String location = response.header("location");
      if (response.status() / 100 != 3 || location == null) {
        return response;
      }
      current = current.resolve(location);
      String query = current.getRawQuery() == null ? "" : "?" + current.getRawQuery();
      response = get(port, current.getRawPath() + query);
    }
    throw new IllegalStateException("More than " + MOST_REDIRECTS + " redirects from " + path);
  }

  /** Gets a path and returns with the head of the answer; its cookies are kept already. */
  public OpenResponse open(int port, String path) {
    return open(port, "GET", path, Map.of(), new byte[0]);
  }

  /** Sends a request and returns with the head of the answer; its cookies are kept already. */
  public OpenResponse open(
      int port, String method, String path, Map<String, String> headers, byte[] body) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Host", "127.0.0.1:" + port);
    all.put("Connection", "close");
    String cookie = cookies.header(path);
    if (!cookie.isEmpty()) {
      all.put("Cookie", cookie);
    }
    if (body.length > 0 || !method.equals("GET")) {
      all.put("Content-Length", Integer.toString(body.length));
    }
    all.putAll(headers);
    String head =
        all.entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
            .collect(Collectors.joining("", method + " " + path + " HTTP/1.1\r\n", "\r\n"));
    return exchange(port, method, method + " " + path, joined(head, body));
  }

  /**
   * Sends exactly these bytes, for requests that no browser would send. Ask for {@code Connection:
   * close} in them. The browser's cookies are not added, those of the answer are not kept.
   */
  public Response raw(int port, byte[] request) {
    try (OpenResponse response = OpenResponse.send(port, "RAW", request, timeout)) {
      return response.finish();
    } catch (IOException e) {
      throw new UncheckedIOException("raw request to port " + port, e);
    }
  }

  /** The value of a cookie, the newest if there are several paths; null if there is none. */
  public @Nullable String cookie(String name) {
    return cookies.value(name);
  }

  /** Replaces a cookie; it is sent with every path, and not checked for strange characters. */
  public void setCookie(String name, String value) {
    cookies.set(name, value);
  }

  /** Forgets a cookie. */
  public void removeCookie(String name) {
    cookies.remove(name);
  }

  private OpenResponse exchange(int port, String method, String what, byte[] request) {
    try {
      OpenResponse response = OpenResponse.send(port, method, request, timeout);
      List<String> setCookies = response.setCookies();
      setCookies.forEach(cookies::accept);
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException(what + " on port " + port + ": " + e.getMessage(), e);
    }
  }

  private static byte[] joined(String head, byte[] body) {
    byte[] first = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] joined = new byte[first.length + body.length];
    System.arraycopy(first, 0, joined, 0, first.length);
    System.arraycopy(body, 0, joined, first.length, body.length);
    return joined;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
