package io.holdfast.doctor.tomcat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the files of a Tomcat are.
 *
 * @param base its own configuration and applications, {@code CATALINA_BASE}
 * @param home its program, {@code CATALINA_HOME}; often the same
 */
record TomcatFolders(Path base, Path home) {

  /** The configuration of all applications, as it is shown. */
  static final String CONTEXT_XML = "conf/context.xml";

  /** Makes the paths absolute. */
  TomcatFolders {
    base = base.toAbsolutePath().normalize();
    home = home.toAbsolutePath().normalize();
  }

  Path serverXml() {
    return base.resolve("conf/server.xml");
  }

  /** The configuration of all applications. */
  Path contextXml() {
    return base.resolve(CONTEXT_XML);
  }

  Path catalinaJar() {
    return home.resolve("lib/catalina.jar");
  }

  /** The folders that these jars are in. */
  List<Path> libraryFolders() {
    return Stream.of(base, home).distinct().map(folder -> folder.resolve("lib")).toList();
  }

  /** All jars that Tomcat and its applications have in common. */
  List<Path> libraries() throws IOException {
    List<Path> jars = new ArrayList<>(files(base.resolve("lib"), ".jar"));
    if (!base.equals(home)) {
      jars.addAll(files(home.resolve("lib"), ".jar"));
    }
    return jars;
  }

  /** A path as an operator knows it. */
  String shown(Path path) {
    return path.startsWith(base) ? base.relativize(path).toString() : path.toString();
  }

  /** The entries of a folder whose names end so, in order; none if it is not there. */
  static List<Path> files(Path folder, String end) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(entry -> entry.toString().endsWith(end)).sorted().toList();
    }
  }
}
