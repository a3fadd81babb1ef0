package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One call of an experiment: what it shall do, how far it has come, where its report goes. */
public final class Run {

  /** The document of the experiments that compare. */
  public static final String BENCHMARKS = "benchmarks.md";

  private final String name;
  private final Extent extent;
  private final Path root =
      Path.of(System.getProperty("holdfast.root", ".")).toAbsolutePath().normalize();
  private final String loadBefore = loadAverage();
  private final long start = System.nanoTime();

  /** How much of an experiment is performed. */
  public enum Extent {
    /** As the document describes it. */
    FULL(""),
    /**
     * The same with shorter turns. Each Tomcat is asked for some twenty seconds all the same before
     * it is measured: one that still compiles takes twice as much.
     */
    BRIEF(" --brief"),
    /** Enough to see that it works. */
    QUICK(" --quick");

    private final String option;

    Extent(String option) {
      this.option = option;
    }

    /** The one that the options of {@code benchmarks/run} ask for. */
    public static Extent of(List<String> options) {
      return Stream.of(BRIEF, QUICK)
          .filter(extent -> options.contains(extent.option.strip()))
          .findFirst()
          .orElse(FULL);
    }
  }

  /** Starts the time. */
  public Run(String name, Extent extent) {
    this.name = name;
    this.extent = extent;
  }

  public Path root() {
    return root;
  }

  /** How much is to be measured: all, or enough to see that it works. */
  public <T> T effort(T full, T quick) {
    return effort(full, full, quick);
  }

  /** How much is to be measured. */
  public <T> T effort(T full, T brief, T quick) {
    return switch (extent) {
      case FULL -> full;
      case BRIEF -> brief;
      case QUICK -> quick;
    };
  }

  /** Tells on the screen how far it has come. */
  public void say(String what) {
    System.out.printf("[%s, %4d s] %s%n", name, (System.nanoTime() - start) / 1_000_000_000, what);
  }

  /** A section of this experiment, which says when, how and on which machine it was made. */
  public Section section() {
    return new Section(name)
        .with(
            "machine",
            """
            - %s UTC, commit `%s`; repeat with `benchmarks/run %s%s`
            - %s, %d processors, %.0f GB; Linux %s; load average
              before the run %s, after it %s
            - JDK %s"""
                .formatted(
                    ZonedDateTime.now(ZoneOffset.UTC)
                        .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm")),
                    System.getProperty("holdfast.commit", "unknown"),
                    name,
                    extent.option,
                    processor(),
                    Runtime.getRuntime().availableProcessors(),
                    memoryGigabytes(),
                    System.getProperty("os.version"),
                    loadBefore,
                    loadAverage(),
                    System.getProperty("java.runtime.version", "unknown")));
  }

  /** Puts the section into a document in {@code docs}. */
  public void write(String document, Section section) {
    section.writeTo(root.resolve("docs").resolve(document));
    say("see docs/" + document);
  }

  /** Puts a chart beside the documents. */
  public void image(String file, Object chart) throws IOException {
    Files.writeString(root.resolve("docs/images").resolve(file), chart.toString());
  }

  private static String loadAverage() {
    return read("/proc/loadavg").replaceFirst(" \\d+/.*\\s*", "");
  }

  private static String processor() {
    return read("/proc/cpuinfo")
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }

  private static double memoryGigabytes() {
    return Long.parseLong(read("/proc/meminfo").split("\\s+", 3)[1]) / 1048576.0;
  }

  private static String read(String file) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return String.join("\n", lines.toList());
    } catch (IOException e) {
      return "unknown 0";
    }
  }
}
