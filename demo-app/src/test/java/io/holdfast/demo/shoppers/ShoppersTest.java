package io.holdfast.demo.shoppers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.holdfast.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Forty shoppers in front of a shop that works, fails or forgets. All tests at once, each with a
 * shop of its own: most of the time shoppers think.
 */
@Execution(ExecutionMode.CONCURRENT)
class ShoppersTest {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Map<String, Integer>> carts = new HashMap<>();
  private final AtomicBoolean holdsNext = new AtomicBoolean();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch open = new CountDownLatch(1);
  private HttpServer http;
  private URI shop;
  private LongPredicate failsBefore = request -> false;
  private LongPredicate failsAfter = request -> false;
  private long requests;
  private long failures;
  private int sessions;

  @BeforeEach
  void open() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/cart", this::answer);
    http.setExecutor(threads);
    http.start();
    shop = URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/cart");
  }

  @AfterEach
  void close() {
    http.stop(0);
    threads.shutdownNow();
  }

  @Test
  void startWhenTheShopWorksThenFortySessionsAndNoErrors() {
    Shoppers shoppers = new Shoppers(shop);
    shoppers.start();
    shoppers.start();
    awaitRequests(shoppers, 200);

    Tally tally = stop(shoppers);

    assertEquals(requests, tally.requests());
    assertEquals(0, tally.errors());
    assertEquals(0, tally.sessionsLost());
    assertEquals(Shoppers.COUNT, sessions);
  }

  @Test
  void startWhenTheShopFailsThenCountsErrorsAndNoLoss() {
    failsBefore = request -> request > 40 && request % 5 == 0;
    failsAfter = request -> request > 40 && request % 7 == 0;
    Shoppers shoppers = new Shoppers(shop);
    shoppers.start();
    awaitRequests(shoppers, 300);

    Tally tally = stop(shoppers);

    assertEquals(requests, tally.requests());
    assertTrue(failures > 0);
    assertEquals(failures, tally.errors());
    assertEquals(0, tally.sessionsLost());
  }

  @Test
  void startWhenOneRequestIsSlowThenItIsTheSlowest() throws Exception {
    Shoppers shoppers = new Shoppers(shop);
    shoppers.start();
    awaitRequests(shoppers, 40);
    holdsNext.set(true);
    held.await();
    long began = System.nanoTime();
    awaitRequests(shoppers, shoppers.tally().requests() + 40);
    long millis = (System.nanoTime() - began) / 1_000_000;
    open.countDown();
    awaitRequests(shoppers, shoppers.tally().requests() + 80);

    Tally tally = stop(shoppers);

    assertTrue(tally.slowestMillis() >= Math.min(millis, 9_000), tally + " and " + millis);
  }

  @Test
  void startWhenTheShopForgetsThenCountsEachSessionThatHadAnItemOnce() {
    Shoppers shoppers = new Shoppers(shop);
    shoppers.start();
    awaitRequests(shoppers, 200);

    long forgotten = forget();
    Await.until(
        forgotten + " are lost", DEADLINE, () -> shoppers.tally().sessionsLost() >= forgotten);
    awaitRequests(shoppers, shoppers.tally().requests() + 80);
    Tally tally = stop(shoppers);

    assertTrue(forgotten > 0);
    assertEquals(forgotten, tally.sessionsLost());
    assertEquals(0, tally.errors());
  }

  @Test
  void startWhenNobodyListensThenEveryRequestIsAnError() {
    http.stop(0);
    Shoppers shoppers = new Shoppers(shop);
    shoppers.start();
    awaitRequests(shoppers, 80);

    Tally tally = stop(shoppers);

    assertEquals(tally.requests(), tally.errors());
    assertEquals(0, tally.sessionsLost());
  }

  @Test
  void startWhenTheTimeIsOverThenEndsByItselfAndCountsFromZeroTheNextTime() {
    Shoppers shoppers = new Shoppers(shop, Duration.ofMillis(900));
    shoppers.start();
    Await.until("the run has ended", DEADLINE, () -> shoppers.tally().shoppers() == 0);
    long first = shoppers.tally().requests();

    assertEquals(0, shoppers.tally().secondsLeft());
    assertEquals(first, served());

    shoppers.start();
    Await.until("the run has ended", DEADLINE, () -> shoppers.tally().shoppers() == 0);

    assertEquals(served() - first, shoppers.tally().requests());
  }

  private static void awaitRequests(Shoppers shoppers, long count) {
    Await.until(count + " requests", DEADLINE, () -> shoppers.tally().requests() >= count);
  }

  private static Tally stop(Shoppers shoppers) {
    shoppers.stop();
    Await.until("the run has ended", DEADLINE, () -> shoppers.tally().shoppers() == 0);
    return shoppers.tally();
  }

  private synchronized long served() {
    return requests;
  }

  private synchronized long forget() {
    long forgotten = carts.values().stream().filter(cart -> !cart.isEmpty()).count();
    carts.clear();
    return forgotten;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (holdsNext.getAndSet(false)) {
        held.countDown();
        awaitOpen();
      }
      int status;
      String text;
      synchronized (this) {
        requests++;
        boolean fails = failsBefore.test(requests);
        text = fails ? "" : serve(exchange, form);
        fails |= failsAfter.test(requests);
        failures += fails ? 1 : 0;
        status = fails ? 500 : 200;
      }
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private void awaitOpen() {
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String serve(HttpExchange exchange, String form) {
    String cookie = exchange.getRequestHeaders().getFirst("Cookie");
    if (cookie == null) {
      cookie = "JSESSIONID=" + ++sessions;
      exchange.getResponseHeaders().add("Set-Cookie", cookie + "; Path=/; HttpOnly");
    }
    Map<String, Integer> cart = carts.computeIfAbsent(cookie, any -> new TreeMap<>());
    if (!form.isEmpty()) {
      cart.merge(form.replaceFirst(".*product=", ""), 1, Integer::sum);
    }
    return cart.entrySet().stream()
        .map(
            line ->
                "{\"product\":\"%s\",\"price\":1,\"quantity\":%d}"
                    .formatted(line.getKey(), line.getValue()))
        .collect(
            Collectors.joining(",", "{\"isNew\":false,\"cart\":{\"lines\":[", "],\"total\":0}}"));
  }
}
