package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The web application that the suite drives, compiled for one Tomcat. */
final class ProbeApplication {

  private static final Path SOURCES = Path.of("src/test/webapp/probe");

  private ProbeApplication() {}

  /** Another deployment descriptor than {@code web.xml}, for a context's {@code altDDName}. */
  static Path descriptor(String name) {
    return SOURCES.resolve(name).toAbsolutePath();
  }

  /** Compiles it into a folder, and returns the folder. */
  static Path compile(TomcatDistribution tomcat, Path docBase) {
    new WebAppCompiler(tomcat).compile(SOURCES, docBase);
    try {
      copy("web.xml", docBase.resolve("WEB-INF/web.xml"));
      copy("login.html", docBase.resolve("login.html"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return docBase;
  }

  private static void copy(String source, Path target) throws IOException {
    Files.copy(SOURCES.resolve(source), target, StandardCopyOption.REPLACE_EXISTING);
  }
}
