package io.holdfast.demo.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.holdfast.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The proxy in front of servers that answer, are dead, or die while they are asked. */
class ProxyHandlerTest {

  private static final HttpHandler ECHO =
      exchange -> {
        try (exchange) {
          byte[] body =
              (exchange.getRequestMethod()
                      + " "
                      + exchange.getRequestURI()
                      + " "
                      + new String(
                          exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=ABC.t2");
          exchange.getResponseHeaders().add("Set-Cookie", "other=1");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
        }
      };

  private final List<HttpServer> servers = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void stopServers() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void handleWhenTomcatAnswersThenPassesRequestAndResponseOn() throws Exception {
    int proxy = proxy(serve(ECHO), FreePort.find());

    HttpResponse<String> response = post(proxy, "product=Espresso");

    assertEquals("POST /shop/cart?a=b product=Espresso", response.body());
    assertEquals(
        List.of("JSESSIONID=ABC.t2", "other=1"), response.headers().allValues("Set-Cookie"));
    assertEquals(List.of("t1"), response.headers().allValues(ProxyHandler.SERVED_BY));
    assertTrue(response.headers().firstValue(ProxyHandler.PASSED_OVER).isEmpty());
  }

  @Test
  void handleWhenTomcatRefusesThenAsksTheOther() throws Exception {
    int proxy = proxy(FreePort.find(), serve(ECHO));

    HttpResponse<String> response = post(proxy, "product=Espresso");

    assertEquals("POST /shop/cart?a=b product=Espresso", response.body());
    assertEquals(List.of("t2"), response.headers().allValues(ProxyHandler.SERVED_BY));
    assertEquals(
        List.of("t1 refused the connection"),
        response.headers().allValues(ProxyHandler.PASSED_OVER));
  }

  @Test
  void handleWhenTomcatDiesWhileItReadsThenAsksTheOther() throws Exception {
    int proxy = proxy(serve(exchange -> exchange.close()), serve(ECHO));

    HttpResponse<String> response = get(proxy);

    assertEquals("GET /shop/cart?a=b ", response.body());
    assertEquals(
        List.of("t1 broke the connection"), response.headers().allValues(ProxyHandler.PASSED_OVER));
  }

  @Test
  void handleWhenTomcatDiesWhileItWritesThenDoesNotRepeatTheChange() throws Exception {
    AtomicInteger changes = new AtomicInteger();
    HttpHandler dying =
        exchange -> {
          changes.incrementAndGet();
          exchange.close();
        };
    int proxy = proxy(serve(dying), serve(dying));

    HttpResponse<String> response = post(proxy, "product=Espresso");

    assertEquals(502, response.statusCode());
    assertEquals(1, changes.get());
  }

  @Test
  void handleWhenNobodyListensThenSaysWho() throws Exception {
    int proxy = proxy(FreePort.find(), FreePort.find());

    HttpResponse<String> response = get(proxy);

    assertEquals(502, response.statusCode());
    assertEquals(
        List.of("t1 refused the connection, t2 refused the connection"),
        response.headers().allValues(ProxyHandler.PASSED_OVER));
  }

  @Test
  void handleWhenTomcatAnswersAnErrorThenPassesItOn() throws Exception {
    int proxy =
        proxy(
            serve(
                exchange -> {
                  try (exchange) {
                    exchange.sendResponseHeaders(404, -1);
                  }
                }),
            serve(ECHO));

    HttpResponse<String> response = get(proxy);

    assertEquals(404, response.statusCode());
    assertEquals(List.of("t1"), response.headers().allValues(ProxyHandler.SERVED_BY));
  }

  private int proxy(int first, int second) throws IOException {
    Map<String, Integer> ports = new LinkedHashMap<>();
    ports.put("t1", first);
    ports.put("t2", second);
    return serve(new ProxyHandler(ports));
  }

  private int serve(HttpHandler handler) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", handler);
    server.start();
    servers.add(server);
    return server.getAddress().getPort();
  }

  private HttpResponse<String> get(int port) throws Exception {
    return client.send(to(port).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(int port, String body) throws Exception {
    return client.send(
        to(port).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder to(int port) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/shop/cart?a=b"));
  }
}
