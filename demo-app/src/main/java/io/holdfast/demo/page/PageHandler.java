package io.holdfast.demo.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** Serves the page itself, which no Tomcat does: it must be there when both are dead. */
final class PageHandler implements HttpHandler {

  private static final Map<String, String> TYPES =
      Map.of(
          "favicon.svg", "image/svg+xml",
          "index.html", "text/html; charset=UTF-8",
          "page.css", "text/css; charset=UTF-8",
          "page.js", "text/javascript; charset=UTF-8");

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String file = path.equals("/") ? "index.html" : path.substring(1);
      String type = TYPES.get(file);
      if (type == null) {
        Responses.text(exchange, 404, "There is no such page.");
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange
          .getResponseHeaders()
          .set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
      Responses.send(exchange, 200, read(file));
    }
  }

  private static String read(String file) throws IOException {
    try (InputStream content = PageHandler.class.getResourceAsStream(file)) {
      return new String(
          Objects.requireNonNull(content, file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
