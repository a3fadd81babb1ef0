package io.holdfast.benchmarks;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the Tomcats that are measured, out of what the build left under {@code dist/target}. */
public final class Bench {

  /** The largest heap of a measured Tomcat, as {@code -Xmx} wants it. */
  static final String HEAP = "256m";

  /** The name of the measured application, which is its path without the slash. */
  public static final String APPLICATION = "bench";

  private static final double MEGABYTE = 1 << 20;

  private final Path root;
  private final String serializer;
  private final TomcatDistribution distribution;
  private @Nullable Path compiled;

  private Bench(Path root, String serializer, TomcatDistribution distribution) {
    this.root = root;
    this.serializer = serializer;
    this.distribution = distribution;
  }

  /** As {@code benchmarks/run} says in system properties. */
  public static Bench fromProperties() {
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    String line = System.getProperty("holdfast.line", "11");
    String serializer = System.getProperty("holdfast.serializer", "kryo");
    Path tomcat = root.resolve("dist/target/tomcat-" + line.replace("10.1", "10"));
    return new Bench(root, serializer, TomcatDistribution.at(tomcat));
  }

  TomcatDistribution distribution() {
    return distribution;
  }

  String serializer() {
    return serializer;
  }

  /** Where its checkout is. */
  public Path root() {
    return root;
  }

  MeasurementsDocument document() {
    return new MeasurementsDocument(
        root.resolve("docs/measurements.md"),
        """
        # Measurements

        Written by the programs in `benchmarks/`, each of which replaces its own section. The machine is
        shared, so read the figures against each other, not as a record.
        """);
  }

  /** A Tomcat that keeps sessions as Tomcat does by itself. */
  public TomcatProcess withoutStore() {
    return settings().application(APPLICATION, docBase(), "<Context></Context>").start();
  }

  /** A Tomcat with the jars of the zip and two nodes; more attributes as in {@code <Manager>}. */
  public TomcatProcess withStore(Nodes nodes, String attributes) throws IOException {
    String context =
        """
        <Context>
          <Manager className="io.holdfast.tomcat.MemcachedSessionManager"
              memcachedNodes="%s" transcoderFactoryClass="%s" storageKeyPrefix="" %s/>
        </Context>
        """
            .formatted(nodes.addresses(), serializer, attributes);
    return settings().libraries(jars()).application(APPLICATION, docBase(), context).start();
  }

  /** The heap in use after a full collection, such as {@code 12.3 MB}. */
  String heap(TomcatProcess tomcat) throws IOException {
    try (HttpConnection connection = new HttpConnection(tomcat.port())) {
      String bytes = connection.get("/" + APPLICATION + "/heap", "").body();
      return "%.1f MB".formatted(Long.parseLong(bytes) / MEGABYTE);
    }
  }

  /** What Holdfast logged when the Tomcat stopped. */
  static String lastWords(TomcatProcess stopped) {
    return stopped
        .logs()
        .lines()
        .filter(line -> line.contains("leave this Tomcat"))
        .map(line -> line.replaceFirst(".*stopBackups ", ""))
        .collect(Collectors.joining("; "));
  }

  private TomcatSettings settings() {
    return TomcatProcess.of(distribution)
        .jvmRoute("t1")
        .withUsualOpens()
        .heap(HEAP)
        .connectorAttributes("maxKeepAliveRequests=\"-1\"")
        .jvmOptions("-XX:TieredStopAtLevel=4", "-Xlog:gc:file=logs/gc.log:uptime");
  }

  private Path docBase() {
    if (compiled == null) {
      Path docBase = root.resolve("benchmarks/target/webapp-" + distribution.line());
      new WebAppCompiler(distribution).compile(root.resolve("benchmarks/src/webapp"), docBase);
      compiled = docBase;
    }
    return compiled;
  }

  private List<Path> jars() throws IOException {
    String version = System.getProperty("holdfast.version", "");
    Path folder = root.resolve("dist/target/holdfast-" + version).resolve(serializer);
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
  }
}
