package io.holdfast.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An installed JDK.
 *
 * @param feature its version, such as 17
 * @param home the directory with {@code bin}
 */
public record Jdk(int feature, Path home) {

  /** The message of a test when there is no other one. */
  public static final String NO_OTHER =
      "there is one JDK only; name the other one in JAVA_HOME_17 or JAVA_HOME_25";

  /** The oldest that Holdfast runs on, and the newest that it is tested with. */
  private static final List<Integer> OF_INTEREST = List.of(17, 25);

  private static final Path USUAL_PLACE = Path.of("/usr/lib/jvm");

  /** The one that runs this. */
  public static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  /**
   * One of the versions that matter, other than the running one: named by the environment ({@code
   * JAVA_HOME_17}, {@code JAVA_HOME_25}), beside the running one, or where Linux has them.
   */
  public static Optional<Jdk> other() {
    Jdk running = running();
    return OF_INTEREST.stream()
        .filter(feature -> feature != running.feature)
        .flatMap(feature -> candidates(running, feature))
        .filter(Jdk::isThere)
        .findFirst();
  }

  /** Its {@code java} command. */
  public Path java() {
    return home.resolve("bin/java");
  }

  private static Stream<Jdk> candidates(Jdk running, int feature) {
    String named = System.getenv("JAVA_HOME_" + feature);
    Stream<Path> beside = Stream.ofNullable(running.home.toAbsolutePath().getParent());
    return Stream.concat(
            Stream.ofNullable(named).map(Path::of),
            Stream.concat(beside, Stream.of(USUAL_PLACE)).flatMap(Jdk::children))
        .map(home -> new Jdk(feature, home));
  }

  private static Stream<Path> children(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Stream.empty();
    }
    try (Stream<Path> children = Files.list(directory)) {
      return children.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory, e);
    }
  }

  private boolean isThere() {
    Path release = home.resolve("release");
    if (!Files.isReadable(release) || !Files.isExecutable(java())) {
      return false;
    }
    try {
      String text = Files.readString(release);
      return text.contains("JAVA_VERSION=\"%d.".formatted(feature))
          || text.contains("JAVA_VERSION=\"%d\"".formatted(feature));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + release, e);
    }
  }
}
