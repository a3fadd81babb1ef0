package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Two Tomcats of one line in processes of their own, two memcached nodes, and the jars of the
 * distribution as an operator would drop them into {@code lib}.
 */
final class Cluster implements AutoCloseable {

  final TomcatDistribution distribution;
  final MemcachedNode n1 = MemcachedNodes.start();
  final MemcachedNode n2 = MemcachedNodes.start();
  final TomcatProcess t1;
  final TomcatProcess t2;

  /**
   * Starts everything.
   *
   * @param line 9, 10 or 11
   * @param serializer the folder of the distribution
   * @param contexts attributes of {@code <Manager>} by context name; nodes and serializer are added
   */
  Cluster(int line, String serializer, Map<String, String> contexts) {
    this(line, serializer, contexts, UnaryOperator.identity());
  }

  Cluster(
      int line,
      String serializer,
      Map<String, String> contexts,
      UnaryOperator<TomcatSettings> extras) {
    this.distribution = TomcatDistribution.at(Path.of(property("holdfast.tomcat" + line)));
    Path docBase = ProbeApplication.compile(distribution, target("probe-" + line));
    List<Path> jars = jars(serializer);
    Map<String, String> contextXml = new LinkedHashMap<>();
    contexts.forEach((name, attributes) -> contextXml.put(name, context(serializer, attributes)));
    t1 = start("t1", docBase, jars, contextXml, extras);
    t2 = start("t2", docBase, jars, contextXml, extras);
  }

  private TomcatProcess start(
      String route,
      Path docBase,
      List<Path> jars,
      Map<String, String> contextXml,
      UnaryOperator<TomcatSettings> extras) {
    TomcatSettings settings =
        extras.apply(TomcatProcess.of(distribution).jvmRoute(route).libraries(jars));
    contextXml.forEach((name, xml) -> settings.application(name, docBase, xml));
    return settings.start();
  }

  private String context(String serializer, String attributes) {
    String nodes =
        attributes.contains("memcachedNodes=")
            ? ""
            : "memcachedNodes=\"n1:%s,n2:%s\"".formatted(n1.address(), n2.address());
    String content = attributes.contains("<") ? attributes.substring(attributes.indexOf('<')) : "";
    String plain =
        attributes.contains("<") ? attributes.substring(0, attributes.indexOf('<')) : attributes;
    String contextAttributes =
        content.startsWith("<Context ") ? content.substring(8, content.indexOf('>')) : "";
    return """
        <Context%s>
          <Manager className="io.holdfast.tomcat.MemcachedSessionManager" %s
            transcoderFactoryClass="%s" %s/>
        </Context>
        """
        .formatted(contextAttributes, nodes, serializer, plain);
  }

  /** The node that holds a session, by its storage key. */
  MemcachedNode holderOf(String sessionId) {
    return n1.probe().get(key(sessionId)) != null ? n1 : n2;
  }

  /** Whether any node holds the session. */
  boolean isStored(String sessionId) {
    return n1.probe().get(key(sessionId)) != null || n2.probe().get(key(sessionId)) != null;
  }

  static String key(String sessionId) {
    int dot = sessionId.indexOf('.');
    return dot < 0 ? sessionId : sessionId.substring(0, dot);
  }

  static List<Path> jars(String serializer) {
    try (Stream<Path> files = Files.list(Path.of(property("holdfast.distribution"), serializer))) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path target(String name) {
    return Path.of(property("holdfast.target"), name);
  }

  static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("system property " + name + " is not set; run Maven");
    }
    return value;
  }

  @Override
  public void close() {
    t1.close();
    t2.close();
    n1.close();
    n2.close();
  }
}
