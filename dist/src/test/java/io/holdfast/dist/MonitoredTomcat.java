package io.holdfast.dist;

import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A Tomcat 11 with two applications and a single sign-on, a memcached node, and an agent that shows
 * their MBeans to Prometheus. One application names the node, the other does not.
 */
final class MonitoredTomcat implements AutoCloseable {

  static final Map<String, String> SHOP = Map.of("host", "localhost", "context", "/shop");
  static final Map<String, String> FORUM = Map.of("host", "localhost", "context", "/forum");
  static final Map<String, String> SIGN_ON =
      Map.of("host", "localhost", "valve", "MemcachedSingleSignOn");

  final MemcachedNode node = StoreNodes.start();
  final TomcatProcess tomcat;
  private final int port = FreePort.find();

  private MonitoredTomcat(Agent agent) {
    TomcatDistribution distribution = Cluster.distribution(11);
    Path probe = ProbeApplication.compile(distribution);
    String valve =
        "<Valve className=\"io.holdfast.tomcat.MemcachedSingleSignOn\" memcachedNodes=\"n1:%s\"/>";
    tomcat =
        TomcatProcess.of(distribution)
            .libraries(StoreNodes.with(Cluster.jars("java")))
            .jvmOptions(agent.options(port))
            .application(
                "shop",
                probe,
                ContextXml.synchronous("shop").toXml("n1:" + node.location(), "java"))
            .application(
                "forum",
                probe,
                ContextXml.synchronous("forum")
                    .manager("sticky", "false")
                    .manager("lockingMode", "all")
                    .toXml(node.location(), "java"))
            .hostContent(valve.formatted(node.location()))
            .build();
  }

  /** The options of a virtual machine whose agent answers at a port of 127.0.0.1. */
  interface Agent {
    String[] options(int port);
  }

  /** Starts everything. */
  static MonitoredTomcat start(Agent agent) {
    MonitoredTomcat monitored = new MonitoredTomcat(agent);
    try {
      monitored.tomcat.start();
      return monitored;
    } catch (RuntimeException e) {
      monitored.close();
      throw e;
    }
  }

  /** A file of the folder {@code monitoring} of the distribution. */
  static Path file(String name) {
    Path file = Path.of(Cluster.property("holdfast.distribution"), "monitoring", name);
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("the distribution has no " + file);
    }
    return file;
  }

  /** Which of these have no metric in a scrape, for some application or the single sign-on. */
  static Set<String> missing(Scrape scrape, List<ManagerMetric> metrics) {
    Set<String> missing = new TreeSet<>();
    for (ManagerMetric metric : metrics) {
      for (Map<String, String> component :
          metric.isOfTomcat() ? List.of(SHOP, FORUM) : List.of(SHOP, FORUM, SIGN_ON)) {
        Map<String, String> labels = metric.labels(component);
        if (scrape.value(metric.name(), labels).isEmpty()) {
          missing.add(metric.attribute() + ": " + metric.name() + labels);
        }
      }
    }
    return missing;
  }

  /** What Prometheus would get now. */
  Scrape scrape() {
    return Scrape.of(port);
  }

  @Override
  public void close() {
    tomcat.close();
    node.close();
  }
}
