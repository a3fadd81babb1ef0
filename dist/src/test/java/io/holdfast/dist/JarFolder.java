package io.holdfast.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars of one folder.
 *
 * @param versions version of each jar, by artifact
 * @param packages packages that have classes, by artifact
 */
record JarFolder(Map<String, String> versions, Map<String, Set<String>> packages) {

  private static final Pattern JAR_NAME = Pattern.compile("(.+?)-(\\d[^/]*)\\.jar");

  /** Opens every file of the folder; one that is not a jar with a version is an error. */
  static JarFolder open(Path folder) {
    Map<String, String> versions = new TreeMap<>();
    Map<String, Set<String>> packages = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Matcher name = JAR_NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
          throw new IllegalStateException("not a jar with a version: " + file);
        }
        versions.put(name.group(1), name.group(2));
        packages.put(name.group(1), packagesOf(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new JarFolder(versions, packages);
  }

  /** The jars that all serializers need together, without those that {@code java} needs. */
  static List<Path> besideThoseOfJava() {
    Map<Path, Path> byName = new LinkedHashMap<>();
    Stream.of("kryo", "xstream", "javolution")
        .map(Cluster::jars)
        .flatMap(List::stream)
        .forEach(jar -> byName.putIfAbsent(jar.getFileName(), jar));
    Cluster.jars("java").forEach(jar -> byName.remove(jar.getFileName()));
    return List.copyOf(byName.values());
  }

  private static Set<String> packagesOf(Path jar) throws IOException {
    try (JarFile opened = new JarFile(jar.toFile())) {
      return opened.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
          .map(name -> name.substring(0, Math.max(0, name.lastIndexOf('/'))).replace('/', '.'))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
