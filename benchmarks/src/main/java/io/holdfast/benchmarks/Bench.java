package io.holdfast.benchmarks;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the Tomcats that are measured, out of what the build left under {@code dist/target}. */
public final class Bench {

  /** The largest heap of a measured Tomcat, as {@code -Xmx} wants it. */
  public static final String HEAP = "256m";

  /** The name of the measured application, which is its path without the slash. */
  public static final String APPLICATION = "bench";

  private static final String ROUTE = "t1";

  /** For Servlet 4, which is Tomcat 9's. */
  private static final String DISTRIBUTABLE =
      """
      <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="4.0">
        <distributable/>
      </web-app>
      """;

  private static final double MEGABYTE = 1 << 20;

  private final Path root;
  private final String serializer;
  private final TomcatDistribution distribution;
  private final Map<String, Path> docBases = new HashMap<>();
  private final String largestHeap;

  private Bench(Path root, String serializer, TomcatDistribution distribution, String largestHeap) {
    this.root = root;
    this.serializer = serializer;
    this.distribution = distribution;
    this.largestHeap = largestHeap;
  }

  /** As {@code benchmarks/run} says in system properties. */
  public static Bench fromProperties() {
    Path root = Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
    String line = System.getProperty("holdfast.line", "11");
    String serializer = System.getProperty("holdfast.serializer", "kryo");
    Path tomcat = root.resolve("dist/target/tomcat-" + line.replace("10.1", "10"));
    return new Bench(root, serializer, TomcatDistribution.at(tomcat), HEAP);
  }

  /** The same with Tomcats of another largest heap, as {@code -Xmx} wants it. */
  public Bench withHeap(String largest) {
    return new Bench(root, serializer, distribution, largest);
  }

  /** What its Tomcats are of. */
  public TomcatDistribution distribution() {
    return distribution;
  }

  String largestHeap() {
    return largestHeap;
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
    return start(Setup.PLAIN, ROUTE);
  }

  /** A Tomcat with the jars of the zip and two nodes; more attributes as in {@code <Manager>}. */
  public TomcatProcess withStore(Nodes nodes, String attributes) throws IOException {
    return start(holdfast(nodes, serializer, attributes), ROUTE);
  }

  /** Our manager with two nodes; more attributes as in {@code <Manager>}. */
  public Setup holdfast(Nodes nodes, String with, String attributes) throws IOException {
    String context =
        """
        <Context>
          <Manager className="io.holdfast.tomcat.MemcachedSessionManager"
              memcachedNodes="%s" transcoderFactoryClass="%s" storageKeyPrefix="" %s/>
        </Context>
        """
            .formatted(nodes.addresses(), with, attributes);
    return new Setup(context, jars(with));
  }

  /**
   * A Tomcat.
   *
   * @param route its name, which it puts behind session ids
   */
  public TomcatProcess start(Setup setup, String route) {
    return TomcatProcess.of(distribution)
        .jvmRoute(route)
        .withUsualOpens()
        .heap(largestHeap)
        .connectorAttributes(
            "maxKeepAliveRequests=\"-1\" keepAliveTimeout=\"-1\" acceptCount=\"400\"")
        .jvmOptions("-XX:TieredStopAtLevel=4", "-Xlog:gc:file=logs/gc.log:uptime")
        .jvmOptions(setup.jvmOptions().toArray(String[]::new))
        .libraries(setup.jars())
        .hostContent(setup.hostContent())
        .application(APPLICATION, docBase(setup.distributable()), setup.context())
        .start();
  }

  /** The heap in use after a full collection, such as {@code 12.3 MB}. */
  String heap(TomcatProcess tomcat) throws IOException {
    return "%.1f MB".formatted(heapBytes(tomcat) / MEGABYTE);
  }

  /** The heap in use after a full collection, in bytes. */
  public static long heapBytes(TomcatProcess tomcat) throws IOException {
    try (HttpConnection connection = new HttpConnection(tomcat.port())) {
      return Long.parseLong(connection.get("/" + APPLICATION + "/heap", "").body());
    }
  }

  /** What Holdfast logged when the Tomcat stopped. */
  static String lastWords(TomcatProcess stopped) {
    return lastWords(stopped.logs());
  }

  /** The same of lines as Tomcat's formatter writes them: time, level, thread, method, message. */
  static String lastWords(String logs) {
    return logs.lines()
        .filter(line -> line.contains("leave this Tomcat"))
        .map(line -> line.replaceFirst("^\\S+ \\S+ [A-Z]+ \\[[^]]*\\] \\S+ ", ""))
        .collect(Collectors.joining("; "));
  }

  private Path docBase(boolean distributable) {
    return docBases.computeIfAbsent(
        distributable ? "webapp-distributable-" : "webapp-",
        name -> {
          Path docBase = root.resolve("benchmarks/target/" + name + distribution.line());
          new WebAppCompiler(distribution).compile(root.resolve("benchmarks/src/webapp"), docBase);
          if (distributable) {
            write(docBase.resolve("WEB-INF/web.xml"), DISTRIBUTABLE);
          }
          return docBase;
        });
  }

  private static void write(Path file, String content) {
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  private List<Path> jars(String with) throws IOException {
    String version = System.getProperty("holdfast.version", "");
    return jarsIn(root.resolve("dist/target/holdfast-" + version).resolve(with));
  }

  /** The jars of a directory. */
  public static List<Path> jarsIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }
}
