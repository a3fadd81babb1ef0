package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.dist.LoadBalancer.Program;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two Tomcats behind the load balancers of docs/load-balancers.md, as they are printed there. */
class Tomcat11LoadBalancersIT extends ClusterSuite {

  private static final String ACCESS_LOG =
      "<Valve className=\"org.apache.catalina.valves.AccessLogValve\" prefix=\"access\""
          + " suffix=\".log\" rotatable=\"false\" buffered=\"false\" pattern=\"%r\"/>";

  /** The status of a request whose Tomcat is killed while it works. */
  private static final Map<String, Integer> IF_KILLED_MEANWHILE =
      Map.of(
          "HAPROXY GET", 200,
          "HAPROXY POST", 502,
          "NGINX GET", 200,
          "NGINX POST", 502,
          "HTTPD GET", 502,
          "HTTPD POST", 502,
          "HTTPD_BY_AJP GET", 500,
          "HTTPD_BY_AJP POST", 500);

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

  /**
   * All configurations at once, for clients that wait for an answer and for others: what takes the
   * time is to start the Tomcat again. Clients of both kinds have balancers of their own.
   */
  @Test
  @ComesLast
  void clientsWhenTheirTomcatIsKilledThenTheOtherOneHasTheirSessions() {
    Visitor onlooker = Mode.STICKY.visitor("shop");
    try (Balancers balancers = new Balancers()) {
      Map<Client, Mode> clients = new LinkedHashMap<>();
      Map<String, Client> waiting = new LinkedHashMap<>();
      for (Program program : installed()) {
        for (Mode mode : Mode.values()) {
          clients.put(ofFirst(balancers.start(program, mode), mode, program + "-killed"), mode);
        }
        LoadBalancer balancer = balancers.start(program, Mode.STICKY);
        for (String method : List.of("GET", "POST")) {
          Client client = ofFirst(balancer, Mode.STICKY, program + "-" + method + "-meanwhile");
          client.ask("count?name=none");
          onlooker.ask(t2(), "release?name=" + client.marker);
          waiting.put(program + " " + method, client);
        }
      }
      Map<String, CompletableFuture<Response>> answers = new LinkedHashMap<>();
      waiting.forEach(
          (name, client) ->
              answers.put(
                  name,
                  Background.start(
                      () -> client.send(name.split(" ", 2)[1], "ponder?name=" + client.marker))));
      Await.until("the requests run", () -> onlooker.busyThreads(t1()) > answers.size());
      t1().kill();

      clients.forEach(this::assertAnsweredByTheOther);
      assertAskedAgainOrFailed(answers);
      waiting.forEach(
          (name, client) -> assertEquals("value=books", client.ask("get?name=cart"), name));
    }
  }

  private void assertAnsweredByTheOther(Client client, Mode mode) {
    for (int again = 0; again < 4; again++) {
      assertEquals("value=books", client.ask("get?name=cart"), client::marker);
    }
    awaitRequests(5, client.marker);
    assertEquals(1, requests(t1(), client.marker), client::marker);
    if (mode == Mode.STICKY) {
      assertEquals(t2(), tomcat(client.route()), client::marker);
    }
  }

  private static void assertAskedAgainOrFailed(Map<String, CompletableFuture<Response>> answers) {
    Map<String, Integer> statuses = new LinkedHashMap<>();
    answers.forEach((name, answer) -> statuses.put(name, answer.join().status()));
    Map<String, Integer> expected = new LinkedHashMap<>(IF_KILLED_MEANWHILE);
    expected.keySet().retainAll(statuses.keySet());
    assertEquals(expected, statuses);
  }

  /** Programs that are installed; a line names each that is not. */
  private static List<Program> installed() {
    List<Program> programs = Stream.of(Program.values()).filter(Program::isInstalled).toList();
    assumeFalse(programs.isEmpty(), "no load balancer is installed");
    return programs;
  }

  /** A client with a cart, of whom the first Tomcat has served the only request. */
  private Client ofFirst(LoadBalancer balancer, Mode mode, String name) {
    for (int i = 0; i < 10; i++) {
      Client client = new Client(balancer, mode, name + "-" + mode + "-" + i);
      client.ask("set?name=cart&value=books");
      awaitRequests(1, client.marker);
      if (requests(t1(), client.marker) == 1) {
        return client;
      }
    }
    throw new AssertionError(name + ": t1 is not used");
  }

  /** Those that a test has started. */
  private final class Balancers implements AutoCloseable {

    private final List<LoadBalancer> started = new ArrayList<>();

    LoadBalancer start(Program program, Mode mode) {
      LoadBalancer balancer = LoadBalancer.start(program, mode, cluster());
      started.add(balancer);
      return balancer;
    }

    @Override
    public void close() {
      started.forEach(LoadBalancer::close);
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
