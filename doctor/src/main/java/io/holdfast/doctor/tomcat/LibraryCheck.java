package io.holdfast.doctor.tomcat;

import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.doctor.finding.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;

/** The jars in {@code tomcat/lib}: what is too much, what is there twice, what is missing. */
final class LibraryCheck {

  private static final String CLIENT_CLASS = "net/spy/memcached/MemcachedClient.class";

  private static final List<String> OF_ALL =
      List.of(
          "holdfast-core",
          "holdfast-serializer-base",
          "holdfast-sessions",
          "holdfast-tomcat",
          "spymemcached");

  /** What each folder of the distribution has beside those. */
  private static final Map<String, List<String>> OF_SERIALIZERS =
      Map.of(
          "java", List.of("holdfast-serializer-java"),
          "kryo", List.of("holdfast-serializer-kryo", "kryo", "minlog", "objenesis", "reflectasm"),
          "xstream",
              List.of(
                  "holdfast-serializer-graph",
                  "holdfast-serializer-xstream",
                  "mxparser",
                  "xmlpull",
                  "xstream"),
          "javolution",
              List.of("holdfast-serializer-graph", "holdfast-serializer-javolution", "javolution"));

  private final Findings findings;
  private final String place;
  private final Map<String, Set<JarName>> byArtifact = new TreeMap<>();
  private final List<Path> jars;

  /**
   * Creates it.
   *
   * @param place the folder, for messages
   * @param jars all that are in it
   */
  LibraryCheck(Findings findings, String place, List<Path> jars) {
    this.findings = findings;
    this.place = place;
    this.jars = jars;
    for (Path jar : jars) {
      JarName name = JarName.of(jar);
      byArtifact
          .computeIfAbsent(
              name.artifact(),
              any -> new TreeSet<>((one, other) -> one.file().compareTo(other.file())))
          .add(name);
    }
  }

  /** Says what should not be there. */
  void checkAll() {
    String ofMsm =
        byArtifact.values().stream()
            .flatMap(Set::stream)
            .filter(JarName::isOfMsm)
            .map(JarName::file)
            .collect(Collectors.joining(", "));
    if (!ofMsm.isEmpty()) {
      findings.wrong(
          place, "jars of memcached-session-manager are of no use any more, remove them: " + ofMsm);
    }
    byArtifact.forEach(this::checkVersions);
    checkHoldfast();
    checkClients();
  }

  private void checkVersions(String artifact, Set<JarName> names) {
    if (names.size() > 1) {
      findings.wrong(
          place,
          "there is more than one %s, and Tomcat uses whichever it finds first; keep one of: %s"
              .formatted(artifact, listed(names)));
    }
  }

  private void checkHoldfast() {
    Set<String> versions = new TreeSet<>();
    byArtifact.values().stream()
        .flatMap(Set::stream)
        .filter(JarName::isOfHoldfast)
        .forEach(name -> versions.add(name.version()));
    if (versions.size() > 1) {
      findings.wrong(
          place,
          "jars of several versions of Holdfast do not fit each other: %s; remove them all, and copy"
                  .formatted(String.join(", ", versions))
              + " one folder of the distribution");
    } else if (!versions.isEmpty()) {
      findings.fine(place, "Holdfast " + versions.iterator().next());
    }
  }

  /** By what is in the jars: forks of the client have names of their own. */
  private void checkClients() {
    List<String> clients = new ArrayList<>();
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        if (zip.getEntry(CLIENT_CLASS) != null) {
          clients.add(JarName.of(jar).file());
        }
      } catch (IOException e) {
        findings.wrong(place, "%s cannot be read: %s".formatted(jar.getFileName(), e.getMessage()));
      }
    }
    if (clients.stream().map(client -> JarName.of(client).artifact()).distinct().count() > 1) {
      findings.wrong(
          place,
          "there is more than one spymemcached, and Tomcat uses whichever it finds first; keep the"
              + " one of Holdfast's distribution: "
              + String.join(", ", clients));
    }
  }

  /** Says which jars a serializer lacks; one of the user's own needs jars that are not known. */
  void checkSerializer(String transcoder) {
    String shortName = TranscoderFactories.successorOf(transcoder);
    List<String> own = OF_SERIALIZERS.getOrDefault(shortName, List.of());
    Set<String> missing = new TreeSet<>(OF_ALL);
    missing.addAll(own);
    missing.removeAll(byArtifact.keySet());
    if (missing.isEmpty()) {
      findings.fine(
          place,
          own.isEmpty()
              ? "the jars that every serializer needs are there"
              : "the jars for transcoderFactoryClass=\"%s\" are there".formatted(shortName));
    } else {
      findings.wrong(
          place,
          "these jars are missing: %s; copy all jars of the folder %s of the distribution"
              .formatted(String.join(", ", missing), own.isEmpty() ? "java" : shortName));
    }
  }

  /** Says if nodes are Valkey or Redis, and their client is missing. */
  void checkValkey() {
    if (!byArtifact.containsKey("holdfast-valkey")) {
      findings.wrong(
          place,
          "nodes are Valkey or Redis, and holdfast-valkey is missing; copy the jar of the folder"
              + " valkey of the distribution");
    }
  }

  /** What {@code tracing="true"} needs. */
  void checkTracing() {
    List<String> missing =
        List.of("opentelemetry-api", "opentelemetry-context").stream()
            .filter(name -> !byArtifact.containsKey(name))
            .toList();
    if (!missing.isEmpty()) {
      findings.wrong(
          place,
          "tracing=\"true\" needs OpenTelemetry's API, and these jars are missing: "
              + String.join(", ", missing));
    }
  }

  private static String listed(Set<JarName> names) {
    return names.stream().map(JarName::file).collect(Collectors.joining(", "));
  }
}
