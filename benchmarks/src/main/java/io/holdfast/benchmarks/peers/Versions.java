package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.WebAppContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What ran. */
final class Versions {

  private static final Pattern JAR = Pattern.compile("(.+)-(\\d[^-]*)\\.jar");
  private static final Pattern REDIS = Pattern.compile("v=(\\S+)");

  private Versions() {}

  /** Points of the list above the figures. */
  static String describe(Bench bench) throws IOException {
    return """
        - JDK %s; Tomcat %s with -Xmx%s, Serial collector; memcached %s, two nodes for each manager
          that uses it; Redis %s
        - memcached-session-manager %s, with kryo %s and kryo-serializers %s, and with %s of its parts for
          XStream %s and Javolution %s; Redisson %s
        - clients, Tomcats and stores share the machine
        """
        .formatted(
            WebAppContext.jdk(),
            bench.distribution().version(),
            Bench.HEAP,
            memcached(),
            redis(),
            jar(bench, "msm", "memcached-session-manager"),
            jar(bench, "msm-kryo", "kryo"),
            jar(bench, "msm-kryo", "kryo-serializers"),
            jar(bench, "msm-xstream", "msm-xstream-serializer"),
            jar(bench, "msm-xstream", "xstream"),
            jar(bench, "msm-javolution", "javolution"),
            jar(bench, "redisson", "redisson-all"));
  }

  private static String memcached() {
    try (Nodes nodes = new Nodes()) {
      return nodes.version();
    }
  }

  private static String redis() {
    try {
      Process process = new ProcessBuilder("redis-server", "--version").start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher version = REDIS.matcher(said);
      return version.find() ? version.group(1) : "unknown";
    } catch (IOException missing) {
      return "not installed";
    }
  }

  private static String jar(Bench bench, String peer, String name) {
    try {
      return version(PeerJars.of(bench, peer), name);
    } catch (IOException missing) {
      return "not there";
    }
  }

  /** The version in the name of a jar. */
  static String version(List<Path> jars, String name) {
    return jars.stream()
        .map(jar -> JAR.matcher(String.valueOf(jar.getFileName())))
        .filter(jar -> jar.matches() && jar.group(1).equals(name))
        .map(jar -> jar.group(2))
        .findFirst()
        .orElse("not there");
  }
}
