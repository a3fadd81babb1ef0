package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Checks what an operator copies into {@code tomcat/lib}, jar by jar. */
class DistributionIT {

  private static final List<String> SERIALIZERS = List.of("java", "kryo", "xstream", "javolution");

  private static final Path DISTRIBUTION =
      Path.of(
          Objects.requireNonNull(
              System.getProperty("holdfast.distribution"), "run by Maven, which sets the folder"));

  @ParameterizedTest
  @CsvSource({
    "java,       ''",
    "kryo,       kryo minlog objenesis reflectasm",
    "xstream,    holdfast-serializer-graph mxparser xmlpull xstream",
    "javolution, holdfast-serializer-graph javolution"
  })
  void folderWhenBuiltThenHoldsExactlyItsJars(String serializer, String libraries) {
    Set<String> expected =
        new TreeSet<>(
            Set.of(
                "holdfast-core",
                "holdfast-sessions",
                "holdfast-tomcat",
                "holdfast-serializer-base",
                "holdfast-serializer-" + serializer,
                "spymemcached"));
    if (!libraries.isEmpty()) {
      expected.addAll(List.of(libraries.split(" ")));
    }

    JarFolder folder = JarFolder.open(DISTRIBUTION.resolve(serializer));

    assertEquals(expected, folder.versions().keySet());
  }

  @Test
  void valkeyWhenBuiltThenBringsNoLibrary() {
    JarFolder folder = JarFolder.open(DISTRIBUTION.resolve("valkey"));

    assertEquals(Map.of("holdfast-valkey", Set.of("io.holdfast.valkey")), folder.packages());
  }

  @Test
  void convertersWhenBuiltThenBringNoLibrary() {
    JarFolder folder = JarFolder.open(DISTRIBUTION.resolve("converters"));

    assertEquals(
        Map.of("holdfast-converters", Set.of("io.holdfast.converters")), folder.packages());
  }

  @Test
  void foldersWhenTheyShareAJarThenInOneVersion() {
    Map<String, Set<String>> versions = new TreeMap<>();

    for (String serializer : SERIALIZERS) {
      JarFolder.open(DISTRIBUTION.resolve(serializer))
          .versions()
          .forEach((jar, v) -> versions.computeIfAbsent(jar, any -> new TreeSet<>()).add(v));
    }

    versions.forEach((jar, found) -> assertEquals(1, found.size(), jar + " in " + found));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "kryo", "xstream", "javolution"})
  void packageWhenInAFolderThenInOneJarOnly(String serializer) {
    Map<String, List<String>> jarsByPackage = new TreeMap<>();

    JarFolder.open(DISTRIBUTION.resolve(serializer))
        .packages()
        .forEach(
            (jar, packages) ->
                packages.forEach(
                    p -> jarsByPackage.computeIfAbsent(p, any -> new ArrayList<>()).add(jar)));

    jarsByPackage.forEach((p, jars) -> assertEquals(1, jars.size(), p + " in " + jars));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "kryo", "xstream", "javolution"})
  void packageWhenInAJarThenOfItsOwner(String serializer) {
    Map<String, List<String>> owners =
        Map.of(
            "holdfast-core",
            List.of("io.holdfast.core"),
            "holdfast-tomcat",
            List.of("io.holdfast.tomcat"),
            "holdfast-serializer-" + serializer,
            List.of("io.holdfast.serializer." + serializer),
            "spymemcached",
            List.of("net.spy.memcached"),
            "kryo",
            List.of("com.esotericsoftware.kryo"),
            "minlog",
            List.of("com.esotericsoftware.minlog"),
            "objenesis",
            List.of("org.objenesis"),
            "reflectasm",
            List.of("com.esotericsoftware.reflectasm", "com.esotericsoftware.asm"));
    Map<String, List<String>> more =
        Map.of(
            "holdfast-sessions",
            List.of("io.holdfast.sessions"),
            "holdfast-serializer-graph",
            List.of("io.holdfast.serializer.graph", "io.holdfast.serializer.tree"),
            "holdfast-serializer-base",
            List.of(
                "io.holdfast.serializer.jdk",
                "io.holdfast.serializer.limits",
                "io.holdfast.serializer.objects",
                "io.holdfast.serializer.own"),
            "mxparser",
            List.of("io.github.xstream.mxparser"),
            "xmlpull",
            List.of("org.xmlpull"),
            "xstream",
            List.of("com.thoughtworks.xstream"),
            "javolution",
            List.of("javolution", "javax.realtime"));

    JarFolder.open(DISTRIBUTION.resolve(serializer))
        .packages()
        .forEach(
            (jar, packages) -> {
              List<String> roots = owners.getOrDefault(jar, more.getOrDefault(jar, List.of()));
              packages.forEach(p -> assertTrue(isBelow(p, roots), p + " in " + jar));
            });
  }

  private static boolean isBelow(String packageName, List<String> roots) {
    return roots.stream()
        .anyMatch(root -> packageName.equals(root) || packageName.startsWith(root + "."));
  }

  @ParameterizedTest
  @CsvSource({
    "sticky-async,         true",
    "sticky-sync,          true",
    "sticky-several-nodes, true",
    "any-tomcat,           false",
    "any-tomcat-locking,   false"
  })
  void exampleWhenReadThenNamesManagerNodesAndSerializer(String mode, String sticky)
      throws Exception {
    Path file = DISTRIBUTION.resolve("examples").resolve(mode).resolve("context.xml");

    Element manager =
        (Element)
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("Manager")
                .item(0);

    assertEquals("io.holdfast.tomcat.MemcachedSessionManager", manager.getAttribute("className"));
    assertEquals(sticky, manager.getAttribute("sticky"));
    assertFalse(manager.getAttribute("memcachedNodes").isEmpty());
    assertTrue(SERIALIZERS.contains(manager.getAttribute("transcoderFactoryClass")));
  }

  @Test
  void installTextWhenReadThenNamesTheVersionOfTheJars() throws IOException {
    String version =
        Objects.requireNonNull(
            JarFolder.open(DISTRIBUTION.resolve("kryo")).versions().get("holdfast-core"));

    String text = Files.readString(DISTRIBUTION.resolve("INSTALL.txt"));

    assertTrue(text.startsWith("Holdfast " + version + ":"), text);
    assertFalse(text.contains("${"), text);
    assertTrue(text.contains("$CATALINA_BASE/lib/"), text);
  }

  @Test
  void installTextWhenItNamesFilesThenTheFolderHasThemAndNoOther() throws IOException {
    String text = Files.readString(DISTRIBUTION.resolve("INSTALL.txt"));
    Set<String> named =
        Pattern.compile("examples/\\S+\\.xml|monitoring/\\S+\\.\\w+|console/\\S+\\.war")
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> there = filesBelow("examples");
    there.addAll(filesBelow("monitoring"));
    there.addAll(filesBelow("console"));

    assertEquals(there, named);
  }

  @Test
  void consoleWhenOpenedThenHasNoLibraryAndNamesNoServletType() throws IOException {
    Set<String> libraries = new TreeSet<>();
    Set<String> withServlets = new TreeSet<>();
    try (ZipFile war = new ZipFile(DISTRIBUTION.resolve("console/holdfast-console.war").toFile())) {
      for (ZipEntry entry : war.stream().filter(e -> e.getName().startsWith("WEB-INF/")).toList()) {
        if (entry.getName().endsWith(".jar")) {
          libraries.add(entry.getName());
        } else if (entry.getName().endsWith(".class")) {
          try (InputStream content = war.getInputStream(entry)) {
            String constants = new String(content.readAllBytes(), StandardCharsets.ISO_8859_1);
            if (constants.contains("javax/servlet") || constants.contains("jakarta/servlet")) {
              withServlets.add(entry.getName());
            }
          }
        }
      }
    }

    assertEquals(Set.of(), libraries);
    assertEquals(Set.of(), withServlets);
  }

  private static Set<String> filesBelow(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(DISTRIBUTION.resolve(folder))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> DISTRIBUTION.relativize(file).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void zipWhenOpenedThenHoldsTheFolderByteForByte() throws IOException {
    String root = DISTRIBUTION.getFileName().toString();
    Set<String> expected;
    try (Stream<Path> files = Files.walk(DISTRIBUTION)) {
      expected =
          files
              .filter(Files::isRegularFile)
              .map(file -> root + "/" + DISTRIBUTION.relativize(file).toString().replace('\\', '/'))
              .collect(Collectors.toCollection(TreeSet::new));
    }

    try (ZipFile zip = new ZipFile(DISTRIBUTION + ".zip")) {
      Set<String> found = new TreeSet<>();
      for (ZipEntry entry : zip.stream().filter(e -> !e.isDirectory()).toList()) {
        found.add(entry.getName());
        Path unpacked = DISTRIBUTION.resolveSibling(entry.getName());
        try (InputStream content = zip.getInputStream(entry)) {
          assertTrue(
              Arrays.equals(Files.readAllBytes(unpacked), content.readAllBytes()), entry.getName());
        }
      }

      assertEquals(expected, found);
    }
    assertTrue(
        expected.containsAll(Set.of(root + "/LICENSE", root + "/NOTICE", root + "/INSTALL.txt")));
  }
}
