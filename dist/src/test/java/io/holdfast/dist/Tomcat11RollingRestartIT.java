package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.dist.LoadBalancer.Program;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Two Tomcats are restarted one after the other behind the load balancers of the documents. */
class Tomcat11RollingRestartIT extends ClusterSuite {

  private static final int CLIENTS = 40;

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
        .connectorAttributes(LoadBalancer.connectorAttributes())
        .hostContent(LoadBalancer.healthValve());
  }

  static Stream<Arguments> configurations() {
    return Stream.of(Program.HAPROXY, Program.NGINX)
        .flatMap(program -> Stream.of(Mode.values()).map(mode -> Arguments.of(program, mode)));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void requestsWhenEachTomcatIsRestartedThenAreAnsweredWithTheirSessions(
      Program program, Mode mode) {
    try (LoadBalancer balancer = LoadBalancer.start(program, mode, cluster())) {
      RestartClients clients =
          RestartClients.start(balancer.port, "GET", mode.visitor("shop").context(), CLIENTS);

      for (TomcatProcess tomcat : List.of(t1(), t2())) {
        tomcat.stop();
        clients.awaitAnswers(2 * CLIENTS);
        tomcat.start();
        clients.awaitAnswers(10 * CLIENTS);
      }
      clients.finish();

      assertAllAnswered(program + ", " + mode, clients);
    }
  }

  /** A POST is sent once: it fails if its Tomcat stops meanwhile. */
  @ParameterizedTest
  @EnumSource
  void postsWhenEachTomcatIsDrainedBeforeItsRestartThenAreAnswered(Mode mode) throws IOException {
    try (LoadBalancer balancer = LoadBalancer.start(Program.HAPROXY, mode, cluster())) {
      RestartClients clients =
          RestartClients.start(balancer.port, "POST", mode.visitor("shop").context(), CLIENTS);

      for (TomcatProcess tomcat : List.of(t1(), t2())) {
        String server = "Server tomcats/" + (tomcat == t1() ? "t1" : "t2");
        Path drain = Files.createFile(tomcat.base().resolve("conf/drain"));
        balancer.awaitLogged(server + " is DOWN");
        clients.awaitAnswers(2 * CLIENTS); // those that were under way
        tomcat.stop();
        Files.delete(drain);
        clients.awaitAnswers(2 * CLIENTS);
        tomcat.start();
        balancer.awaitLogged(server + " is UP");
        clients.awaitAnswers(2 * CLIENTS);
      }
      clients.finish();

      assertAllAnswered("drained, " + mode, clients);
    }
  }

  private static void assertAllAnswered(String title, RestartClients clients) {
    System.out.println("[holdfast] rolling restart, " + title + ": " + clients);
    assertEquals(List.of(), clients.lost());
    assertEquals(List.of(), clients.errors());
  }
}
