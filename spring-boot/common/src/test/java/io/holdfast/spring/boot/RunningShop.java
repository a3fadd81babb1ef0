package io.holdfast.spring.boot;

import io.holdfast.spring.boot.shop.ShopApplication;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** The shop in this process, with a memcached and its actuator. */
record RunningShop(MemcachedNode node, ConfigurableApplicationContext context)
    implements AutoCloseable {

  private static final List<String> ALWAYS =
      List.of(
          "--server.address=127.0.0.1",
          "--server.port=0",
          "--server.servlet.session.timeout=7m",
          "--server.servlet.session.cookie.name=SHOP",
          "--management.endpoints.web.exposure.include=health,info,metrics,holdfastdrain",
          "--management.endpoint.health.show-details=always",
          "--spring.main.banner-mode=off");

  static RunningShop start() {
    return startWithNode();
  }

  /** The same with more properties. */
  static RunningShop startWithNode(String... more) {
    MemcachedNode node = MemcachedNodes.start();
    try {
      List<String> all =
          new ArrayList<>(
              List.of("--holdfast.nodes=n1:127.0.0.1:" + node.port(), "--holdfast.route=t1"));
      all.addAll(List.of(more));
      return new RunningShop(node, start(all.toArray(String[]::new)));
    } catch (RuntimeException | Error e) {
      node.close();
      throw e;
    }
  }

  /** Starts one with these properties. */
  static ConfigurableApplicationContext start(String... properties) {
    return new SpringApplication(ShopApplication.class)
        .run(Stream.concat(ALWAYS.stream(), Stream.of(properties)).toArray(String[]::new));
  }

  Response get(Browser browser, String path) {
    return browser.get(port("local.server.port"), path);
  }

  private int port(String property) {
    return context.getEnvironment().getRequiredProperty(property, Integer.class);
  }

  /** What the actuator says, whose port may be another one. */
  Map<String, Object> actuator(String path) {
    Response answer = new Browser().get(port("local.management.port"), "/actuator/" + path);
    if (answer.status() != 200) {
      throw new AssertionError(path + ": " + answer);
    }
    return JsonParserFactory.getJsonParser().parseMap(answer.body());
  }

  /** The status of an answer of the actuator to another method than GET. */
  int actuatorStatus(String method, String path) {
    return new Browser()
        .send(port("local.management.port"), method, "/actuator/" + path, Map.of(), new byte[0])
        .status();
  }

  /** The status in what the actuator says of health. */
  String status(String path) {
    return String.valueOf(actuator(path).get("status"));
  }

  /** The first number of a meter. */
  double meter(String name) {
    List<?> measurements =
        (List<?>) Objects.requireNonNull(actuator("metrics/" + name).get("measurements"));
    Object value = ((Map<?, ?>) measurements.get(0)).get("value");
    return ((Number) Objects.requireNonNull(value)).doubleValue();
  }

  @Override
  public void close() {
    context.close();
    node.close();
  }
}
