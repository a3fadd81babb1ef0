package io.holdfast.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the build has put things, as the script {@code ./demo} says in system properties.
 *
 * @param distribution the unpacked distribution of Holdfast
 * @param catalinaHome an untouched Tomcat
 * @param runs each run writes into a folder of its own below this one
 */
record DemoFolders(Path distribution, Path catalinaHome, Path runs) {

  static DemoFolders fromSystemProperties() {
    return new DemoFolders(
        property("holdfast.demo.distribution"),
        property("holdfast.demo.tomcat"),
        property("holdfast.demo.runs"));
  }

  private static Path property(String name) {
    @Nullable String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException("start the demo with ./demo, which sets -D" + name);
    }
    return Path.of(value).toAbsolutePath().normalize();
  }

  /** The version of the Tomcat, taken from the name of its folder. */
  String tomcatVersion() {
    return catalinaHome.getFileName().toString().replaceFirst("apache-tomcat-", "");
  }

  /** An empty folder for the run that owns this port; what an earlier one left is deleted. */
  Path emptyFolder(int port) throws IOException {
    Path folder = runs.resolve("port-" + port);
    if (Files.exists(folder)) {
      List<Path> deepestFirst;
      try (Stream<Path> files = Files.walk(folder)) {
        deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
    return Files.createDirectories(folder);
  }
}
