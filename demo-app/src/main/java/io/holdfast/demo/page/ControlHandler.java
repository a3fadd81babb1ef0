package io.holdfast.demo.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.holdfast.demo.proxy.SessionCookie;
import io.holdfast.demo.server.ChildServer;
import io.holdfast.demo.server.Cluster;
import io.holdfast.demo.server.ServerStartException;
import io.holdfast.demo.shoppers.Shoppers;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers {@code GET /_demo/status}, {@code POST /_demo/ID/kill} and {@code /_demo/ID/start}, and
 * the same of {@code /_demo/shoppers/start} and {@code stop}.
 */
final class ControlHandler implements HttpHandler {

  private static final System.Logger LOG = System.getLogger(ControlHandler.class.getName());
  private static final Pattern ACTION = Pattern.compile("/_demo/([tn][12])/(kill|start)");
  private static final Pattern SHOPPERS = Pattern.compile("/_demo/shoppers/(start|stop)");

  private final Cluster cluster;
  private final Shoppers shoppers;
  private final StatusJson status;
  private final OriginGuard guard;
  private final Executor starters;

  ControlHandler(
      Cluster cluster, Shoppers shoppers, StatusJson status, OriginGuard guard, Executor starters) {
    this.cluster = cluster;
    this.shoppers = shoppers;
    this.status = status;
    this.guard = guard;
    this.starters = starters;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Matcher action = ACTION.matcher(path);
      Matcher shopping = SHOPPERS.matcher(path);
      if (path.equals("/_demo/status")) {
        answer(exchange, "GET");
      } else if (action.matches()) {
        act(exchange, () -> press(action.group(1), action.group(2)));
      } else if (shopping.matches()) {
        act(exchange, shopping.group(1).equals("start") ? shoppers::start : shoppers::stop);
      } else {
        Responses.text(exchange, 404, "There is no such thing here.");
      }
    }
  }

  private void act(HttpExchange exchange, Runnable action) throws IOException {
    if (!guard.allowsOrigin(exchange.getRequestHeaders().getFirst("Origin"))) {
      Responses.text(exchange, 403, "Only the demo's own page may do this.");
      return;
    }
    if (exchange.getRequestMethod().equals("POST")) {
      action.run();
    }
    answer(exchange, "POST");
  }

  private void press(String id, String verb) {
    ChildServer server = Objects.requireNonNull(cluster.find(id));
    if (verb.equals("kill")) {
      server.kill();
    } else {
      Runnable readiness = server.begin();
      starters.execute(() -> await(readiness));
    }
  }

  private void answer(HttpExchange exchange, String method) throws IOException {
    if (!exchange.getRequestMethod().equals(method)) {
      exchange.getResponseHeaders().set("Allow", method);
      Responses.text(exchange, 405, "Use " + method + ".");
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json; charset=UTF-8");
    String cookies = exchange.getRequestHeaders().getFirst("Cookie");
    Responses.send(exchange, 200, status.describe(SessionCookie.in(cookies)));
  }

  private static void await(Runnable readiness) {
    try {
      readiness.run();
    } catch (ServerStartException e) {
      LOG.log(System.Logger.Level.WARNING, e.getMessage());
    }
  }
}
