package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A jar of the suite's own for {@code lib}, compiled for one Tomcat. */
final class TomcatLibrary {

  private static final Path SOURCES = Path.of("src/test/tomcat");

  private TomcatLibrary() {}

  /**
   * Compiles one package.
   *
   * @param name the package's name, and the jar's
   * @param folder where classes and jar are written
   * @param libraries jars to compile against, beside Tomcat's
   */
  static Path compile(TomcatDistribution tomcat, String name, Path folder, List<Path> libraries) {
    new WebAppCompiler(tomcat)
        .compile(SOURCES.resolve(name), folder, libraries.toArray(new Path[0]));
    Path classes = folder.resolve("WEB-INF/classes");
    Path jar = folder.resolve(name + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file);
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path source : compiled.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(source).toString()));
        Files.copy(source, entries);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + jar, e);
    }
    return jar;
  }
}
