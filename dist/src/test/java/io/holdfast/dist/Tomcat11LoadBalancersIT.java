package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.dist.LoadBalancer.Program;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Two Tomcats behind the load balancers of docs/load-balancers.md, as they are printed there. */
class Tomcat11LoadBalancersIT extends ClusterSuite {

  private static final String ACCESS_LOG =
      "<Valve className=\"org.apache.catalina.valves.AccessLogValve\" prefix=\"access\""
          + " suffix=\".log\" rotatable=\"false\" buffered=\"false\" pattern=\"%r\"/>";

  @Override
  int line() {
    return 11;
  }

  @Override
  List<ContextXml> contexts() {
    return Mode.each(ContextXml.synchronous("shop"));
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return settings
        .hostContent(ACCESS_LOG + LoadBalancer.healthValve())
        .serviceContent(LoadBalancer.ajpConnector());
  }

  static Stream<Arguments> configurations() {
    return Stream.of(Program.values())
        .flatMap(program -> Stream.of(Mode.values()).map(mode -> Arguments.of(program, mode)));
  }

  @ParameterizedTest
  @EnumSource(Program.class)
  void stickySessionWhenAskedForAgainThenStaysAtItsTomcat(Program program) {
    try (LoadBalancer balancer = LoadBalancer.start(program, Mode.STICKY, cluster())) {
      Set<String> routes = new HashSet<>();
      for (int i = 0; i < 4; i++) {
        String marker = program + "-stays-" + i;
        Client client = new Client(balancer, Mode.STICKY, marker);
        client.ask("set?name=cart&value=books");
        String route = client.route();

        for (int again = 0; again < 5; again++) {
          assertEquals("value=books", client.ask("get?name=cart"));
        }

        assertEquals(route, client.route());
        awaitRequests(6, marker);
        assertEquals(0, requests(other(tomcat(route)), marker));
        routes.add(route);
      }
      assertEquals(Set.of("t1", "t2"), routes);
    }
  }

  @ParameterizedTest
  @EnumSource(Program.class)
  void anyTomcatWhenAskedThenHasTheSession(Program program) {
    try (LoadBalancer balancer = LoadBalancer.start(program, Mode.NON_STICKY, cluster())) {
      String marker = program + "-any";
      Client client = new Client(balancer, Mode.NON_STICKY, marker);
      client.ask("set?name=cart&value=books");

      for (int again = 0; again < 7; again++) {
        assertEquals("value=books", client.ask("get?name=cart"));
      }

      awaitRequests(8, marker);
      assertTrue(requests(t1(), marker) > 1, "t1 is hardly used");
      assertTrue(requests(t2(), marker) > 1, "t2 is hardly used");
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void sessionWhenATomcatIsKilledThenTheOtherOneAnswersWithItsAttributes(
      Program program, Mode mode) {
    try (LoadBalancer balancer = LoadBalancer.start(program, mode, cluster())) {
      String marker = program + "-" + mode + "-killed";
      Client client = new Client(balancer, mode, marker);
      client.ask("set?name=cart&value=books");
      awaitRequests(1, marker);
      TomcatProcess killed = requests(t1(), marker) > 0 ? t1() : t2();
      killed.kill();

      String first = client.ask("get?name=cart");

      assertEquals("value=books", first);
      for (int again = 0; again < 3; again++) {
        assertEquals("value=books", client.ask("get?name=cart"));
      }
      awaitRequests(5, marker);
      assertEquals(1, requests(killed, marker));
      if (mode == Mode.STICKY) {
        assertEquals(other(killed), tomcat(client.route()));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HAPROXY, GET,  200",
    "HAPROXY, POST, 502",
    "NGINX,   GET,  200",
    "NGINX,   POST, 502",
    "HTTPD,   GET,  502",
    "HTTPD,   POST, 502",
    "HTTPD_BY_AJP, GET,  500",
    "HTTPD_BY_AJP, POST, 500"
  })
  void requestWhenItsTomcatIsKilledMeanwhileThenIsAskedAgainOrFails(
      Program program, String method, int status) {
    try (LoadBalancer balancer = LoadBalancer.start(program, Mode.STICKY, cluster())) {
      String marker = program + "-" + method + "-meanwhile";
      Client client = new Client(balancer, Mode.STICKY, marker);
      client.ask("set?name=cart&value=books");
      client.ask("count?name=none");
      TomcatProcess owner = tomcat(client.route());
      Visitor onlooker = Mode.STICKY.visitor("shop");
      onlooker.ask(other(owner), "release?name=" + marker);

      CompletableFuture<Response> answer =
          CompletableFuture.supplyAsync(() -> client.send(method, "ponder?name=" + marker));
      Await.until("the request runs", () -> onlooker.busyThreads(owner) > 1);
      owner.kill();

      assertEquals(status, answer.join().status());
      assertEquals("value=books", client.ask("get?name=cart"));
    }
  }

  private TomcatProcess tomcat(String route) {
    return route.equals("t1") ? t1() : t2();
  }

  private TomcatProcess other(TomcatProcess tomcat) {
    return tomcat == t1() ? t2() : t1();
  }

  /** Waits until so many requests are logged: a Tomcat logs a request after its answer has left. */
  private void awaitRequests(long count, String marker) {
    Await.until(
        count + " requests of " + marker,
        () -> requests(t1(), marker) + requests(t2(), marker) == count);
  }

  /** How many requests with the marker a Tomcat has answered. */
  private static long requests(TomcatProcess tomcat, String marker) {
    try (Stream<String> lines = Files.lines(tomcat.base().resolve("logs/access.log"))) {
      return lines.filter(line -> line.contains("marker=" + marker + " ")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A visitor who knows only the balancer's address. */
  private record Client(LoadBalancer balancer, String context, String marker, Browser browser) {

    Client(LoadBalancer balancer, Mode mode, String marker) {
      this(balancer, mode.visitor("shop").context(), marker, new Browser());
    }

    String ask(String command) {
      Response response = send("GET", command);
      assertEquals(200, response.status(), response.body());
      return response.body().strip();
    }

    Response send(String method, String command) {
      String path = "/%s/probe/%s&marker=%s".formatted(context, command, marker);
      return method.equals("GET")
          ? browser.get(balancer.port, path)
          : browser.post(balancer.port, path, Map.of());
    }

    /** The end of the session's id. */
    String route() {
      String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
      return id.substring(id.indexOf('.') + 1);
    }
  }
}
