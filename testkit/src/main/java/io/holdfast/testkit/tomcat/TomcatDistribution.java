package io.holdfast.testkit.tomcat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * An unpacked Tomcat as its project publishes it; nothing is written into it.
 *
 * @param home the directory with {@code bin}, {@code conf} and {@code lib}
 * @param version such as {@code 9.0.117}
 * @param namespace {@code javax} or {@code jakarta}: where its servlet classes are
 */
public record TomcatDistribution(Path home, String version, String namespace) {

  /**
   * Looks at a distribution.
   *
   * @param directory its home, or a directory that holds nothing else than its home
   * @throws IllegalArgumentException if there is no Tomcat
   */
  public static TomcatDistribution at(Path directory) {
    Path home = home(directory.toAbsolutePath());
    return new TomcatDistribution(home, version(home), namespace(home));
  }

  /** The line: 9, 10 or 11. */
  public int line() {
    return Integer.parseInt(version.substring(0, version.indexOf('.')));
  }

  /** All jars of its {@code lib}. */
  public List<Path> libraries() {
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the libraries of " + home, e);
    }
  }

  private static Path home(Path directory) {
    if (isHome(directory)) {
      return directory;
    }
    try (Stream<Path> children = Files.list(directory)) {
      List<Path> homes = children.filter(TomcatDistribution::isHome).toList();
      if (homes.size() == 1) {
        return homes.get(0);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("No Tomcat in " + directory, e);
    }
    throw new IllegalArgumentException(
        "No Tomcat, or several, in " + directory + ": expected bin/bootstrap.jar below it");
  }

  private static boolean isHome(Path directory) {
    return Files.exists(directory.resolve("bin/bootstrap.jar"))
        && Files.exists(directory.resolve("lib/catalina.jar"));
  }

  private static String version(Path home) {
    Path catalina = home.resolve("lib/catalina.jar");
    try (JarFile jar = new JarFile(catalina.toFile())) {
      ZipEntry entry = jar.getEntry("org/apache/catalina/util/ServerInfo.properties");
      Properties properties = new Properties();
      try (InputStream in = jar.getInputStream(entry)) {
        properties.load(in);
      }
      String number = properties.getProperty("server.number", "");
      return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + catalina, e);
    }
  }

  private static String namespace(Path home) {
    Path servlet = home.resolve("lib/servlet-api.jar");
    try (JarFile jar = new JarFile(servlet.toFile())) {
      return jar.getEntry("jakarta/servlet/Servlet.class") == null ? "javax" : "jakarta";
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + servlet, e);
    }
  }
}
