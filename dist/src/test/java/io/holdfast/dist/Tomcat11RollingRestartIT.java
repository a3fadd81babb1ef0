package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.dist.LoadBalancer.Program;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Two Tomcats are restarted one after the other behind the load balancers of the documents. */
class Tomcat11RollingRestartIT extends ClusterSuite {

  private static final boolean IS_NIGHT = "all".equals(System.getProperty("holdfast.lines"));

  /** Of each load balancer; more each night, whose requests take more than the restarts. */
  private static final int CLIENTS = IS_NIGHT ? 40 : 3;

  /** Each night, and before a release, as often as an operator would not notice anything. */
  private static final int ROUNDS = IS_NIGHT ? 3 : 1;

  /** No page of a user takes longer; a build may share its processors with other work. */
  private static final Duration LONGEST = Duration.ofSeconds(IS_NIGHT ? 1 : 10);

  @Override
  List<ContextXml> contexts() {
    return Mode.each(ContextXml.synchronous("shop"));
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return settings
        .connectorAttributes(LoadBalancer.connectorAttributes())
        .hostContent(LoadBalancer.healthValve());
  }

  /**
   * All load balancers at once. One Tomcat is stopped as it is, which a GET survives; the other one
   * is drained before, as printed, so that a POST does, which is sent once.
   */
  @Test
  void requestsWhenEachTomcatIsRestartedThenAreAnsweredWithTheirSessions() throws IOException {
    try (Balanced gets = start(installed(Program.HAPROXY, Program.NGINX), "GET")) {
      for (int round = 0; round < ROUNDS; round++) {
        boolean isEven = round % 2 == 0;
        restart(isEven ? t1() : t2(), gets);
        try (Balanced posts =
            start(installed(Program.HAPROXY, Program.NGINX, Program.HTTPD), "POST")) {
          restartDrained(isEven ? t2() : t1(), posts);
          posts.finish();

          assertAllAnswered("drained, ", posts);
        }
        gets.awaitAnswers(10);
      }
      gets.finish();

      assertAllAnswered("", gets);
    }
  }

  private static void restart(TomcatProcess tomcat, Balanced all) {
    tomcat.stop();
    all.awaitAnswers(2);
    tomcat.start();
    all.awaitAnswers(10);
  }

  private void restartDrained(TomcatProcess tomcat, Balanced all) throws IOException {
    String server = tomcat == t1() ? "t1" : "t2";
    Path drain = Files.createFile(tomcat.base().resolve("conf/drain"));
    all.each(balancer -> balancer.takeOut(tomcat, server));
    LoadBalancer.awaitStored(tomcat);
    all.awaitAnswers(2); // those that were under way
    tomcat.stop();
    Files.delete(drain);
    all.awaitAnswers(2);
    tomcat.start();
    all.each(balancer -> balancer.putBack(tomcat, server));
    all.awaitAnswers(2);
  }

  /** A GET is asked again at the other Tomcat; a POST that was under way fails. */
  @Test
  @ComesLast
  void requestsWhenATomcatIsKilledThenOnlyThoseUnderWayFail() {
    try (Balanced gets = start(installed(Program.HAPROXY, Program.NGINX), "GET");
        Balanced posts = start(installed(Program.HAPROXY, Program.NGINX), "POST")) {
      t1().kill();
      long killed = System.nanoTime();
      for (Balanced each : List.of(gets, posts)) {
        each.awaitAnswers(5);
        each.finish();
      }

      assertAll(
          Stream.concat(
              gets.clients.entrySet().stream()
                  .flatMap(each -> served("GET, ", each, each.getValue().errors())),
              posts.clients.entrySet().stream()
                  .flatMap(
                      each ->
                          served("POST, ", each, each.getValue().errorsOfRequestsAfter(killed)))));
    }
  }

  private static Stream<Executable> served(
      String method, Map.Entry<String, RestartClients> clients, List<String> errors) {
    String name = method + clients.getKey();
    return Stream.of(
        () -> assertEquals(List.of(), errors, name),
        () -> assertEquals(List.of(), clients.getValue().lost(), name));
  }

  private static List<Program> installed(Program... wanted) {
    List<Program> programs = Stream.of(wanted).filter(Program::isInstalled).toList();
    assumeFalse(programs.isEmpty(), "no load balancer is installed");
    return programs;
  }

  /** Each program twice, with its configuration for each mode and clients of its own. */
  private Balanced start(List<Program> programs, String method) {
    Balanced started = new Balanced(new TreeMap<>(), new TreeMap<>());
    try {
      for (Program program : programs) {
        for (Mode mode : Mode.values()) {
          String name = program + ", " + mode;
          LoadBalancer balancer = LoadBalancer.start(program, mode, cluster());
          started.balancers.put(name, balancer);
          String context = mode.visitor("shop").context();
          started.clients.put(name, RestartClients.start(balancer.port, method, context, CLIENTS));
        }
      }
    } catch (RuntimeException | AssertionError e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** Load balancers with their clients, by program and mode. */
  private record Balanced(Map<String, LoadBalancer> balancers, Map<String, RestartClients> clients)
      implements AutoCloseable {

    /** Waits until the clients of each have had so many answers more for each client. */
    void awaitAnswers(int more) {
      Map<RestartClients, Integer> wanted = new LinkedHashMap<>();
      clients.values().forEach(each -> wanted.put(each, each.answers() + more * CLIENTS));
      wanted.forEach(RestartClients::awaitAnswer);
    }

    void each(Consumer<LoadBalancer> action) {
      balancers.values().forEach(action);
    }

    void finish() {
      clients.values().forEach(RestartClients::finish);
    }

    @Override
    public void close() {
      balancers.values().forEach(LoadBalancer::close);
    }
  }

  /** A reload of httpd replaces its processes: 1.1 s were seen. */
  private static Duration longest(String name) {
    return name.startsWith(Program.HTTPD.name()) ? LONGEST.multipliedBy(3) : LONGEST;
  }

  private static void assertAllAnswered(String title, Balanced all) {
    all.clients.forEach(
        (name, clients) ->
            System.out.println("[holdfast] rolling restart, " + title + name + ": " + clients));
    assertAll(
        all.clients.entrySet().stream()
            .flatMap(
                entry ->
                    Stream.<Executable>of(
                        () -> assertEquals(List.of(), entry.getValue().lost(), entry.getKey()),
                        () -> assertEquals(List.of(), entry.getValue().errors(), entry.getKey()),
                        () ->
                            assertTrue(
                                entry.getValue().slowest().compareTo(longest(entry.getKey())) < 0,
                                entry.toString()))));
  }
}
