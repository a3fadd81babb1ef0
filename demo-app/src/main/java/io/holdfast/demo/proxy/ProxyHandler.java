package io.holdfast.demo.proxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Hands a request to the Tomcat that its session belongs to, and to the other one if that is dead.
 *
 * <p>The answer says in {@value #SERVED_BY} who gave it and in {@value #PASSED_OVER} who should
 * have.
 */
public final class ProxyHandler implements HttpHandler {

  static final String SERVED_BY = "X-Demo-Served-By";
  static final String PASSED_OVER = "X-Demo-Passed-Over";

  private final Map<String, Backend> backends = new LinkedHashMap<>();
  private final Affinity affinity;

  /**
   * Creates the handler.
   *
   * @param ports the port of each Tomcat by its jvmRoute, in the order of their turns
   */
  public ProxyHandler(Map<String, Integer> ports) {
    ports.forEach((route, port) -> backends.put(route, new Backend(port)));
    this.affinity = new Affinity(List.copyOf(backends.keySet()));
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Question question =
          new Question(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              exchange.getRequestBody().readAllBytes());
      List<String> order =
          affinity.orderFor(SessionCookie.in(exchange.getRequestHeaders().getFirst("Cookie")));
      List<String> failures = new ArrayList<>();
      for (String route : order) {
        try {
          Answer answer = Objects.requireNonNull(backends.get(route)).ask(question);
          send(exchange, answer, route, failures);
          return;
        } catch (Backend.RefusedException e) {
          failures.add(route + " " + e.getMessage());
        } catch (IOException e) {
          failures.add(route + " broke the connection");
          if (!question.isRepeatable()) {
            // It may have done what was asked; doing it twice is worse than saying so.
            break;
          }
        }
      }
      sendFailure(exchange, failures);
    }
  }

  private static void send(
      HttpExchange exchange, Answer answer, String route, List<String> failures)
      throws IOException {
    exchange.getResponseHeaders().putAll(answer.headers());
    exchange.getResponseHeaders().set(SERVED_BY, route);
    if (!failures.isEmpty()) {
      exchange.getResponseHeaders().set(PASSED_OVER, String.join(", ", failures));
    }
    exchange.sendResponseHeaders(
        answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
    if (answer.body().length > 0) {
      exchange.getResponseBody().write(answer.body());
    }
  }

  private static void sendFailure(HttpExchange exchange, List<String> failures) throws IOException {
    byte[] body = "No Tomcat answered.".getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=UTF-8");
    exchange.getResponseHeaders().set(PASSED_OVER, String.join(", ", failures));
    exchange.sendResponseHeaders(502, body.length);
    exchange.getResponseBody().write(body);
  }
}
