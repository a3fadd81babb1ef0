package io.holdfast.benchmarks;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;

/** Where and on what something was measured. */
public final class WebAppContext {

  private WebAppContext() {}

  /** The list that stands above the figures. */
  public static String describe(Bench bench, Nodes nodes, String command, String loadBefore)
      throws IOException {
    TomcatDistribution tomcat = bench.distribution();
    return machine(command, loadBefore)
        + """
          - JDK %s; Tomcat %s with -Xmx%s, Serial collector; memcached %s; serializer %s; clients,
            Tomcat and nodes share the machine
          """
            .formatted(
                jdk(), tomcat.version(), bench.largestHeap(), nodes.version(), bench.serializer());
  }

  /** The JDK of this process, which is that of all the others. */
  public static String jdk() {
    return System.getProperty("java.runtime.version", "unknown");
  }

  /** When, how and on which machine. */
  public static String machine(String command, String loadBefore) throws IOException {
    return """
        - %s UTC, commit `%s`; repeat with `%s`
        - %s, %d processors, %.0f GB; Linux %s; load average
          before the run %s, after it %s
        """
        .formatted(
            ZonedDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm")),
            System.getProperty("holdfast.commit", "unknown"),
            command,
            processor(),
            Runtime.getRuntime().availableProcessors(),
            memoryGigabytes(),
            System.getProperty("os.version"),
            loadBefore,
            loadAverage());
  }

  /** The load average of the last minute, and five and fifteen. */
  public static String loadAverage() throws IOException {
    return String.join(" ", Files.readString(Path.of("/proc/loadavg")).split(" ", 4))
        .replaceFirst(" \\d+/.*\\s*", "");
  }

  private static String processor() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    }
  }

  private static double memoryGigabytes() throws IOException {
    String total = Files.readString(Path.of("/proc/meminfo")).split("\\s+", 3)[1];
    return Long.parseLong(total) / 1048576.0;
  }
}
