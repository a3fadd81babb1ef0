package io.holdfast.testkit.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A browser's cookies: by name and path, for any port; safe for several threads. */
final class Cookies {

  private record Cookie(String name, String value, String path) {

    boolean isFor(String requestPath) {
      return path.equals("/")
          || requestPath.equals(path)
          || requestPath.startsWith(path.endsWith("/") ? path : path + "/")
          || requestPath.startsWith(path + ";")
          || requestPath.startsWith(path + "?");
    }
  }

  private final List<Cookie> cookies = new ArrayList<>();

  /** Obeys a Set-Cookie header. */
  synchronized void accept(String setCookie) {
    String[] parts = setCookie.split(";", -1);
    int equals = parts[0].indexOf('=');
    if (equals < 0) {
      return;
    }
    String path = "/";
    boolean expired = false;
    for (int i = 1; i < parts.length; i++) {
      String attribute = parts[i].strip();
      String lower = attribute.toLowerCase(Locale.ROOT);
      if (lower.startsWith("path=")) {
        path = attribute.substring("path=".length());
      }
      expired |= lower.equals("max-age=0") || lower.matches("expires=.*[- ]1970[ ].*");
    }
    String name = parts[0].substring(0, equals).strip();
    remove(name, path);
    if (!expired) {
      cookies.add(new Cookie(name, parts[0].substring(equals + 1).strip(), path));
    }
  }

  synchronized void set(String name, String value) {
    remove(name);
    cookies.add(new Cookie(name, value, "/"));
  }

  synchronized void remove(String name) {
    cookies.removeIf(cookie -> cookie.name().equals(name));
  }

  private void remove(String name, String path) {
    cookies.removeIf(cookie -> cookie.name().equals(name) && cookie.path().equals(path));
  }

  synchronized @Nullable String value(String name) {
    return cookies.stream()
        .filter(cookie -> cookie.name().equals(name))
        .map(Cookie::value)
        .reduce((first, last) -> last)
        .orElse(null);
  }

  /** The value of the Cookie header; empty if there is none to send. */
  synchronized String header(String requestPath) {
    return cookies.stream()
        .filter(cookie -> cookie.isFor(requestPath))
        .map(cookie -> cookie.name() + "=" + cookie.value())
        .collect(Collectors.joining("; "));
  }

  synchronized Cookies copy() {
    Cookies copy = new Cookies();
    copy.cookies.addAll(cookies);
    return copy;
  }
}
