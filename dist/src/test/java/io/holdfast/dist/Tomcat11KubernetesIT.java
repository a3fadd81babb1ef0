package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The application and the {@code context.xml} of the example for Kubernetes, on two Tomcats. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Tomcat11KubernetesIT {

  private static final Path EXAMPLE = Path.of("../examples/kubernetes");
  private static final Pattern NODE = Pattern.compile("memcached-\\d\\.memcached:11211");
  private static final Pattern COUNT = Pattern.compile("Request <b>(\\d+)</b>");

  private final Map<String, MemcachedNode> nodes = new TreeMap<>();
  private final List<TomcatProcess> tomcats = new ArrayList<>();

  @BeforeAll
  void start() throws IOException {
    Matcher named = NODE.matcher(Files.readString(EXAMPLE.resolve("context.xml")));
    String contextXml =
        named.replaceAll(
            name -> nodes.computeIfAbsent(name.group(), any -> StoreNodes.start()).location());
    for (int i = 0; i < 2; i++) {
      tomcats.add(
          TomcatProcess.of(Cluster.distribution(11))
              .libraries(StoreNodes.with(Cluster.jars("kryo")))
              .application("ROOT", EXAMPLE.resolve("app"), contextXml)
              .start());
    }
  }

  @AfterAll
  void stop() {
    tomcats.forEach(TomcatProcess::close);
    nodes.values().forEach(MemcachedNode::close);
  }

  @Test
  void nodesWhenReadFromTheContextThenAreThePodsOfTheStatefulSet() throws IOException {
    String manifest = Files.readString(EXAMPLE.resolve("memcached.yaml"));

    assertEquals(
        List.of("memcached-0.memcached:11211", "memcached-1.memcached:11211"),
        List.copyOf(nodes.keySet()));
    assertTrue(manifest.contains("serviceName: memcached\n  replicas: 2\n"), manifest);
  }

  /** Otherwise a pod takes requests before its application has started, and resets them. */
  @Test
  void connectorWhenTheImageIsBuiltThenListensAfterTheApplications() throws IOException {
    String replaced = "<Connector port=\"8080\" ";

    String image = Files.readString(EXAMPLE.resolve("Dockerfile"));
    String server = Files.readString(Cluster.distribution(11).home().resolve("conf/server.xml"));

    assertTrue(image.contains("sed -i 's|" + replaced + "|&bindOnInit=\"false\" |'"), image);
    assertEquals(2, server.split(replaced, -1).length, server);
  }

  @Test
  void pageWhenTheOtherTomcatIsAskedThenGoesOnCounting() {
    Browser browser = new Browser();

    List<Integer> counts = new ArrayList<>();
    for (TomcatProcess tomcat : List.of(tomcats.get(0), tomcats.get(1), tomcats.get(0))) {
      counts.add(count(browser.get(tomcat.port(), "/")));
    }

    assertEquals(List.of(1, 2, 3), counts);
  }

  private static int count(Response page) {
    Matcher count = COUNT.matcher(page.body());
    if (!count.find()) {
      throw new AssertionError("no count in " + page);
    }
    return Integer.parseInt(count.group(1));
  }

  @Test
  void healthWhenProbedThenIsUpAndBeginsNoSession() {
    Response answer = new Browser().get(tomcats.get(0).port(), "/health");

    assertEquals(200, answer.status(), answer::toString);
    assertTrue(answer.body().contains("UP"), answer::toString);
    assertEquals(List.of(), answer.setCookies());
  }
}
