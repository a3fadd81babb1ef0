package io.holdfast.demo.shoppers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One client with a session of its own: it adds an item or looks at its cart. */
final class Shopper {

  /** What came of one request. */
  enum Outcome {
    /** The cart with every item that was answered. */
    SERVED,
    /** No cart: no answer in time, or another status than 200. */
    FAILED,
    /** A cart without an item that was answered. */
    LOST
  }

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final List<String> PRODUCTS =
      List.of("Espresso", "Croissant", "Juice", "Cheesecake");
  private static final Pattern LINE =
      Pattern.compile("\\{\"product\":\"(\\w+)\",\"price\":\\d+,\"quantity\":(\\d+)}");

  private final HttpClient client;
  private final URI shop;
  private final Random random;
  private final Basket basket = new Basket();
  private String cookie = "";

  Shopper(HttpClient client, URI shop, Random random) {
    this.client = client;
    this.shop = shop;
    this.random = random;
  }

  /** Sends one request and waits for its answer. */
  Outcome ask() throws InterruptedException {
    String product = random.nextBoolean() ? PRODUCTS.get(random.nextInt(PRODUCTS.size())) : "";
    HttpRequest.Builder request = HttpRequest.newBuilder(shop).timeout(PATIENCE);
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    if (!product.isEmpty()) {
      request
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(BodyPublishers.ofString("action=add&product=" + product));
    }
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      response.headers().allValues("Set-Cookie").stream()
          .filter(value -> value.startsWith("JSESSIONID="))
          .forEach(value -> cookie = value.split(";", 2)[0]);
      if (response.statusCode() != 200 || !response.body().contains("\"cart\":")) {
        return Outcome.FAILED;
      }
      return basket.isLostIn(product, cart(response.body())) ? Outcome.LOST : Outcome.SERVED;
    } catch (IOException e) {
      return Outcome.FAILED;
    }
  }

  private static Map<String, Integer> cart(String body) {
    Map<String, Integer> cart = new LinkedHashMap<>();
    for (Matcher line = LINE.matcher(body); line.find(); ) {
      cart.put(line.group(1), Integer.parseInt(line.group(2)));
    }
    return cart;
  }
}
