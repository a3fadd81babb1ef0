package io.holdfast.demo.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.holdfast.demo.proxy.ProxyHandler;
import io.holdfast.demo.server.ChildServer;
import io.holdfast.demo.server.Cluster;
import io.holdfast.demo.shoppers.Shoppers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The one address of the demo: the page, its buttons, and the shop behind the proxy. */
public final class FrontDoor {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** Longer than a client of the JDK keeps a connection. */
  private static final String IDLE_SECONDS = "3600";

  private final HttpServer http;
  private final ExecutorService threads;

  private FrontDoor(HttpServer http, ExecutorService threads) {
    this.http = http;
    this.threads = threads;
  }

  /**
   * Binds the port, without answering requests yet.
   *
   * @param port on 127.0.0.1; 0 for any free one
   * @throws IOException if the port is taken
   */
  public static FrontDoor bind(int port) throws IOException {
    // A shopper's request on a connection that the server is just closing would count as an error.
    System.setProperty("sun.net.httpserver.idleInterval", IDLE_SECONDS);
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "holdfast-demo-http");
              thread.setDaemon(true);
              return thread;
            });
    http.setExecutor(threads);
    return new FrontDoor(http, threads);
  }

  /**
   * Begins to answer.
   *
   * @param cluster the servers behind it
   * @param facts names and values that the page shows as they are
   */
  public void open(Cluster cluster, Map<String, String> facts) {
    Map<String, Integer> tomcats = new LinkedHashMap<>();
    for (ChildServer tomcat : cluster.tomcats()) {
      tomcats.put(tomcat.id(), tomcat.port());
    }
    OriginGuard guard = new OriginGuard(http.getAddress().getPort());
    Shoppers shoppers = new Shoppers(URI.create(address() + "shop/cart.jsp"));
    StatusJson status = new StatusJson(cluster, shoppers, facts, Clock.systemUTC());
    add("/", new PageHandler(), guard);
    add("/_demo/", new ControlHandler(cluster, shoppers, status, guard, threads), guard);
    add("/shop/", new ProxyHandler(tomcats), guard);
    http.start();
  }

  private void add(String path, HttpHandler handler, OriginGuard guard) {
    http.createContext(path, exchange -> guarded(exchange, handler, guard));
  }

  private static void guarded(HttpExchange exchange, HttpHandler handler, OriginGuard guard)
      throws IOException {
    if (guard.allowsHost(exchange.getRequestHeaders().getFirst("Host"))) {
      handler.handle(exchange);
      return;
    }
    try (exchange) {
      Responses.text(exchange, 421, "This is the demo of Holdfast; use the address it printed.");
    }
  }

  /** Where the page is. */
  public String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/";
  }

  /** The port that was taken. */
  public int port() {
    return http.getAddress().getPort();
  }
}
