package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Texts;
import io.holdfast.testkit.FileTree;
import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Makes the Tomcats that are measured, out of what the build left under {@code dist/target}. */
public final class Bench {

  /** The largest heap of a measured server, as {@code -Xmx} wants it. */
  public static final String HEAP = "256m";

  /** The name of the measured application, which is its path without the slash. */
  public static final String APPLICATION = "bench";

  /** The Tomcat that is measured. */
  private static final String FIRST = "t1";

  private final Path root;
  private final String serializer = System.getProperty("holdfast.serializer", "kryo");
  private final Path tomcat;
  private final String heap;
  private final Jdk jdk;
  private final RequestThreads threads;
  private final Map<String, Path> docBases = new HashMap<>();

  /** Tomcats of the line that {@code benchmarks/run} names, with a heap of at most 256 MB. */
  public Bench(Path root) {
    this(root, HEAP);
  }

  /** The same with another largest heap. */
  public Bench(Path root, String heap) {
    this(root, heap, Jdk.running(), RequestThreads.PLATFORM);
  }

  /** Tomcats with a heap of at most 256 MB on another JDK. */
  public Bench(Path root, Jdk jdk, RequestThreads threads) {
    this(root, HEAP, jdk, threads);
  }

  private Bench(Path root, String heap, Jdk jdk, RequestThreads threads) {
    this.root = root;
    this.heap = heap;
    this.jdk = jdk;
    this.threads = threads;
    String line = System.getProperty("holdfast.line", "11");
    this.tomcat = root.resolve("dist/target/tomcat-" + line.replace("10.1", "10"));
  }

  /** What serves the requests of a Tomcat. */
  public enum RequestThreads {
    /** A pool of threads of the operating system, Tomcat's default. */
    PLATFORM("false"),
    /** A virtual thread for each request; Java 21 or later. */
    VIRTUAL("true");

    private final String useVirtualThreads;

    RequestThreads(String useVirtualThreads) {
      this.useVirtualThreads = useVirtualThreads;
    }

    /** How tables call it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT) + " threads";
    }
  }

  /**
   * How a Tomcat is told to keep sessions.
   *
   * @param context the application's {@code <Context>} element
   * @param jars for the Tomcat's {@code lib}
   * @param jvmOptions more options for the virtual machine
   * @param hostContent elements inside of the {@code <Host>}
   * @param webXml the application's descriptor for Servlet 4, which is Tomcat 9's; empty for none
   */
  public record Setup(
      String context, List<Path> jars, List<String> jvmOptions, String hostContent, String webXml) {

    /** As Tomcat does by itself. */
    public static final Setup PLAIN = new Setup("<Context></Context>", List.of());

    /** The same with more options for the virtual machine. */
    public Setup with(List<String> moreJvmOptions) {
      List<String> options = new ArrayList<>(jvmOptions);
      options.addAll(moreJvmOptions);
      return new Setup(context, jars, options, hostContent, webXml);
    }

    /** Nothing but an element and jars. */
    public Setup(String context, List<Path> jars) {
      this(context, jars, List.of(), "", "");
    }
  }

  /** Where its checkout is. */
  public Path root() {
    return root;
  }

  /** What runs, as a point of the list above the figures. */
  public String versions(Nodes nodes) {
    return ("Tomcat %s with -Xmx%s, Serial collector; memcached %s; serializer %s; clients,\n"
            + "  Tomcat and nodes share the machine")
        .formatted(distribution().version(), heap, nodes.version(), serializer);
  }

  private TomcatDistribution distribution() {
    return TomcatDistribution.at(tomcat);
  }

  /** The version of Tomcat. */
  public String tomcatVersion() {
    return distribution().version();
  }

  /** Our manager with some nodes; more attributes as in {@code <Manager>}. */
  public Setup holdfast(Nodes nodes, String with, String attributes) throws IOException {
    return holdfast(distributed(), nodes.addresses(), with, attributes, List.of());
  }

  /** Returns a set-up with our manager from the unpacked distribution of another version. */
  public Setup holdfast(Path distribution, Nodes nodes, String attributes) throws IOException {
    return holdfast(distribution, nodes.addresses(), serializer, attributes, List.of());
  }

  /**
   * Our manager with nodes of Valkey or Redis.
   *
   * @param nodes as in {@code memcachedNodes}
   */
  public Setup holdfastOnValkey(String nodes, String with, String attributes) throws IOException {
    return holdfast(
        distributed(), nodes, with, attributes, jarsIn(distributed().resolve("valkey")));
  }

  private Path distributed() {
    return root.resolve("dist/target/holdfast-" + System.getProperty("holdfast.version", ""));
  }

  private static Setup holdfast(
      Path distribution, String nodes, String with, String attributes, List<Path> more)
      throws IOException {
    List<Path> jars = new ArrayList<>(jarsIn(distribution.resolve(with)));
    jars.addAll(more);
    return new Setup(Texts.read("contexts/holdfast.xml").formatted(nodes, with, attributes), jars);
  }

  /** A Tomcat in this mode with its users. */
  public Site site(Nodes nodes, Mode mode) throws IOException {
    return new Site(start(nodes, mode.attributes(), 1), nodes.writes());
  }

  /** A Tomcat with its users, and what it keeps sessions in. */
  public Site site(Setup setup, Store store) {
    return new Site(start(setup, FIRST), store);
  }

  /** A Tomcat with applications, with our manager, or its own where there are no attributes. */
  public TomcatProcess start(Nodes nodes, String attributes, int applications) throws IOException {
    return attributes.isEmpty()
        ? start(Setup.PLAIN, FIRST, applications)
        : start(holdfast(nodes, serializer, attributes), FIRST, applications);
  }

  /** A Tomcat with a name, which it puts behind session ids. */
  public TomcatProcess start(Setup setup, String route) {
    return start(setup, route, 1);
  }

  /** A Tomcat with so many applications that are alike. */
  private TomcatProcess start(Setup setup, String route, int applications) {
    TomcatSettings settings =
        TomcatProcess.of(distribution())
            .javaHome(jdk.home())
            .jvmRoute(route)
            .withUsualOpens()
            .heap(heap)
            .connectorAttributes(
                "maxKeepAliveRequests=\"-1\" keepAliveTimeout=\"-1\" acceptCount=\"400\""
                    + " useVirtualThreads=\"%s\"".formatted(threads.useVirtualThreads))
            .jvmOptions("-XX:TieredStopAtLevel=4")
            .jvmOptions(setup.jvmOptions().toArray(String[]::new))
            .libraries(setup.jars())
            .hostContent(setup.hostContent());
    Path docBase = docBases.computeIfAbsent(setup.webXml(), this::docBase);
    for (int number = 0; number < applications; number++) {
      settings.application(application(number), docBase, setup.context());
    }
    return settings.start();
  }

  /** The name of one of several applications, counted from 0. */
  public static String application(int number) {
    return number == 0 ? APPLICATION : APPLICATION + (number + 1);
  }

  private Path docBase(String webXml) {
    String name = webXml.isEmpty() ? "webapp-" : "webapp-%08x-".formatted(webXml.hashCode());
    Path docBase = root.resolve("benchmarks/target/" + name + distribution().line());
    FileTree.delete(docBase); // it may have classes of an earlier version
    new WebAppCompiler(distribution()).compile(root.resolve("benchmarks/src/webapp"), docBase);
    if (!webXml.isEmpty()) {
      try {
        Files.writeString(docBase.resolve("WEB-INF/web.xml"), webXml);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return docBase;
  }

  /** The jars of a directory. */
  public static List<Path> jarsIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** The heap in use after a full collection, in bytes. */
  public static long heapBytes(TomcatProcess tomcat) throws IOException {
    return asked(tomcat, "/heap");
  }

  /** What the threads of a Tomcat have allocated since they started, in bytes. */
  static long allocatedBytes(TomcatProcess tomcat) throws IOException {
    return asked(tomcat, "/allocated");
  }

  private static long asked(TomcatProcess tomcat, String page) throws IOException {
    try (HttpConnection connection = new HttpConnection(tomcat.port())) {
      return Long.parseLong(connection.page(page, "").body());
    }
  }

  /** What the kernel counts for a process, in steps of ten milliseconds on Linux. */
  public static double cpuSeconds(long pid) {
    return ProcessHandle.of(pid)
            .flatMap(process -> process.info().totalCpuDuration())
            .map(Duration::toNanos)
            .orElseThrow(() -> new IllegalStateException("No processor time of " + pid))
        / 1e9;
  }

  /** One number of what Linux says about a process. */
  public static long counter(long pid, String file, String name) throws IOException {
    Path counters = Path.of("/proc", Long.toString(pid), file);
    return Files.readAllLines(counters).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).strip()))
        .findFirst()
        .orElseThrow(() -> new IOException("No " + name + " in " + counters));
  }
}
