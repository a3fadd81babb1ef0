package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real applications behind two Tomcats: everybody does the first part of what he came for, one
 * Tomcat is killed, and everybody does the rest at the other one. Requests of sessions that are not
 * sticky change Tomcats all the time before that.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnLines(11)
abstract class ApplicationsSuite extends LineSuite {

  private static final Predicate<String> TROUBLE =
      Pattern.compile("WARNING|SEVERE|Exception").asPredicate();

  private final Map<Deployment, Walk> walks = new LinkedHashMap<>();
  private @Nullable Cluster running;

  /** What is deployed in both Tomcats. */
  abstract Stream<Deployment> deployments();

  /** Each application, deployed alike. */
  static Stream<Deployment> all(String serializer, Mode mode, Libraries libraries) {
    return Stream.of(Application.values())
        .map(application -> new Deployment(application, serializer, mode, libraries));
  }

  @BeforeAll
  final void beginAllAndKillATomcat() {
    TomcatDistribution tomcat = Cluster.distribution(line());
    List<ContextXml> contexts = deployments().map(deployment -> deployment.xml(tomcat)).toList();
    Cluster cluster = Cluster.start(line(), "java", contexts, settings -> extras(tomcat, settings));
    running = cluster;
    Balancer balancer = new Balancer(cluster);
    deployments().forEach(deployment -> walks.put(deployment, Walk.begin(deployment, balancer)));
    cluster.awaitCopies();
    cluster.t1.kill();
    balancer.drain(cluster.t1);
  }

  private static TomcatSettings extras(TomcatDistribution tomcat, TomcatSettings settings) {
    return settings
        .heap("512m")
        .libraries(JarFolder.besideThoseOfJava())
        .libraries(List.of(Libraries.listener(tomcat)))
        .user("ann", "secret", "tomcat")
        .user("operator", "secret", "manager-gui");
  }

  @AfterAll
  final void stop() {
    if (running != null) {
      running.close();
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  final void flowWhenATomcatIsKilledHalfwayThenGoesOnAtTheOtherOne(Deployment deployment) {
    Walk walk = Objects.requireNonNull(walks.get(deployment));

    try {
      walk.end();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("Tomcat has said: " + lines(TROUBLE), e);
    }
  }

  @Test
  final void attributesWhenStoredThenNoneIsRefused() {
    assertEquals(
        List.of(),
        lines(line -> line.contains("is not backed up") || line.contains("allowedClasses")));
  }

  private List<String> lines(Predicate<String> filter) {
    return Stream.of(cluster().t1, cluster().t2)
        .map(TomcatProcess::logs)
        .flatMap(String::lines)
        .filter(filter)
        .toList();
  }

  private Cluster cluster() {
    if (running == null) {
      throw new IllegalStateException("the cluster did not start");
    }
    return running;
  }
}
