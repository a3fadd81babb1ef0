package io.holdfast.demo.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The demo's page with answers that a test chooses, in place of Tomcats and nodes. */
final class CannedDemo implements AutoCloseable {

  static final String EMPTY_CART = "{\"lines\":[],\"total\":0}";
  static final String CART =
      "{\"lines\":[{\"product\":\"Juice\",\"price\":410,\"quantity\":1}],\"total\":410}";

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<String> looks = new ConcurrentLinkedDeque<>();
  private final Deque<HttpHandler> late = new ConcurrentLinkedDeque<>();
  private volatile String lastLook;
  private volatile String servedBy = "t1";
  private volatile String answer = "{\"isNew\":false,\"cart\":" + CART + "}";

  private CannedDemo(HttpServer http, String look) {
    this.http = http;
    this.lastLook = look;
  }

  /** Serves the page; every look sees the same until {@link #then}. */
  static CannedDemo serving(String look) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    CannedDemo demo = new CannedDemo(http, look);
    http.createContext("/", demo::page);
    http.createContext("/_demo/", demo::look);
    http.createContext("/_demo/t1/", exchange -> send(exchange, "application/json", demo.lastLook));
    http.createContext("/shop/", demo::shop);
    http.setExecutor(demo.threads);
    http.start();
    return demo;
  }

  /** What the servers are, as the demo says it, and what the nodes have of the session. */
  static String look(String stateOfT1, String session) {
    return """
        {"facts":{"run":"r","mode":"sticky","tomcat":"Tomcat 11","serializer":"kryo","store":"memcached","nodes":"memcached"},
         "servers":[%s,%s,%s,%s],"session":%s,
         "shoppers":%s}
        """
        .formatted(
            server("n1", "memcached", "running"),
            server("n2", "memcached", "running"),
            server("t1", "tomcat", stateOfT1),
            server("t2", "tomcat", "running"),
            session,
            tally(0, 0, 0));
  }

  /** What the shoppers have seen. */
  static String tally(int shoppers, int requests, int lost) {
    return """
        {"shoppers":%d,"secondsLeft":%d,"requests":%d,"errors":2,"sessionsLost":%d,"slowestMillis":1234}
        """
        .formatted(shoppers, shoppers, requests, lost);
  }

  /** What the nodes have of the session. */
  static String session(boolean complete, String records, String tombstones) {
    return """
        {"base":"ABC","route":"t1","complete":%s,"records":[%s],"tombstones":[%s]}
        """
        .formatted(complete, records, tombstones);
  }

  static String record(String node, int version) {
    return """
        {"node":"%s","bytes":200,"version":%d,"ageMillis":5,"transcoder":"kryo"}
        """
        .formatted(node, version);
  }

  private static String server(String id, String kind, String state) {
    return """
        {"id":"%s","kind":"%s","address":"127.0.0.1:1","state":"%s","pid":7,"trouble":null}
        """
        .formatted(id, kind, state);
  }

  /** The next looks, one each; the last one stays. */
  void then(String... next) {
    looks.addAll(List.of(next));
  }

  /** The next look is answered once {@code open} is; it is not the one that stays. */
  void thenLate(CountDownLatch asked, CountDownLatch open, CountDownLatch sent, String look) {
    late.add(
        exchange -> {
          asked.countDown();
          try {
            open.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          send(exchange, "application/json", look);
          sent.countDown();
        });
  }

  /** From now on the shop answers so. */
  void answer(String tomcat, boolean isNew, String cart) {
    servedBy = tomcat;
    answer = "{\"isNew\":%s,\"cart\":%s}".formatted(isNew, cart);
  }

  String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/";
  }

  private void look(HttpExchange exchange) throws IOException {
    HttpHandler lateOne = late.poll();
    if (lateOne != null) {
      lateOne.handle(exchange);
      return;
    }
    String next = looks.poll();
    if (next != null) {
      lastLook = next;
    }
    send(exchange, "application/json", lastLook);
  }

  private void page(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String file = path.equals("/") ? "/index.html" : path;
    String type =
        file.endsWith("html")
            ? "text/html; charset=UTF-8"
            : file.endsWith("css")
                ? "text/css"
                : file.endsWith("js") ? "text/javascript; charset=UTF-8" : "image/svg+xml";
    try (InputStream content =
        CannedDemo.class.getResourceAsStream("/io/holdfast/demo/page" + file)) {
      send(
          exchange,
          type,
          new String(Objects.requireNonNull(content, file).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private void shop(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("X-Demo-Served-By", servedBy);
    send(exchange, "application/json", answer);
  }

  private static void send(HttpExchange exchange, String type, String text) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
