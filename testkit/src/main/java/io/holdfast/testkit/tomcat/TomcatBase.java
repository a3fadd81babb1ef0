package io.holdfast.testkit.tomcat;

import io.holdfast.testkit.FileTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A CATALINA_BASE in a temporary directory. */
final class TomcatBase {

  private static final String SERVER_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Server port="-1" shutdown="never">
        <Listener className="org.apache.catalina.startup.VersionLoggerListener"/>
        <Listener className="org.apache.catalina.core.JreMemoryLeakPreventionListener"/>
        <Listener className="org.apache.catalina.core.ThreadLocalLeakPreventionListener"/>
        %s
        <Service name="Catalina">
          <Connector port="%d" address="127.0.0.1" protocol="HTTP/1.1" maxThreads="100"
              minSpareThreads="2" %s>
            %s
          </Connector>
          %s
          <Engine name="Catalina" defaultHost="localhost"%s>
            <Realm className="org.apache.catalina.realm.MemoryRealm"/>
            <Host name="localhost" appBase="webapps" unpackWARs="false" autoDeploy="false"
                deployOnStartup="true" deployXML="true">
              %s
            </Host>
          </Engine>
        </Service>
      </Server>
      """;

  private static final String LOGGING =
      """
      handlers = java.util.logging.ConsoleHandler
      .handlers = java.util.logging.ConsoleHandler
      .level = INFO
      java.util.logging.ConsoleHandler.level = ALL
      java.util.logging.ConsoleHandler.encoding = UTF-8
      java.util.logging.ConsoleHandler.formatter = org.apache.juli.OneLineFormatter
      """;

  private final Path directory;
  private final TomcatSettings settings;

  private TomcatBase(Path directory, TomcatSettings settings) {
    this.directory = directory;
    this.settings = settings;
  }

  static TomcatBase create(TomcatSettings settings) {
    try {
      TomcatBase base = new TomcatBase(Files.createTempDirectory("holdfast-tomcat-"), settings);
      base.write();
      return base;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the base of a Tomcat", e);
    }
  }

  Path directory() {
    return directory;
  }

  Path log() {
    return directory.resolve("logs/tomcat.log");
  }

  /** How many bytes were logged so far. */
  long logSize() {
    try {
      return Files.size(log());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find " + log(), e);
    }
  }

  /** What was logged behind so many bytes. */
  String logFrom(long position) {
    try (InputStream log = Files.newInputStream(log())) {
      log.skipNBytes(position);
      return new String(log.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + log(), e);
    }
  }

  private void write() throws IOException {
    for (String name : List.of("lib", "logs", "temp", "webapps", "work")) {
      Files.createDirectories(directory.resolve(name));
    }
    copyConfiguration();
    for (Path jar : settings.libraries) {
      Files.copy(jar, directory.resolve("lib").resolve(jar.getFileName()));
    }
    Files.writeString(
        conf("catalina.properties"),
        "\ntomcat.util.scan.StandardJarScanFilter.jarsToSkip=*.jar\n",
        StandardOpenOption.APPEND);
    Files.writeString(conf("logging.properties"), LOGGING + logProperties());
    Files.writeString(
        conf("tomcat-users.xml"),
        "<tomcat-users>" + String.join("\n", settings.users) + "</tomcat-users>");
    Path descriptors = Files.createDirectories(conf("Catalina").resolve("localhost"));
    for (WebApp application : settings.applications) {
      Files.writeString(descriptors.resolve(application.name() + ".xml"), application.descriptor());
    }
    Files.createFile(log());
  }

  private void copyConfiguration() throws IOException {
    Files.createDirectories(directory.resolve("conf"));
    try (Stream<Path> files = Files.list(settings.distribution.home().resolve("conf"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, directory.resolve("conf").resolve(file.getFileName()));
      }
    }
  }

  private String logProperties() {
    return settings.logProperties.entrySet().stream()
        .map(entry -> entry.getKey() + " = " + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** Sets the port of the connector. */
  void writePort(int port) {
    String route = settings.jvmRoute.isEmpty() ? "" : " jvmRoute=\"" + settings.jvmRoute + "\"";
    try {
      Files.writeString(
          conf("server.xml"),
          SERVER_XML.formatted(
              settings.serverContent,
              port,
              settings.connectorAttributes,
              settings.connectorContent,
              settings.serviceContent,
              route,
              settings.hostContent));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write server.xml", e);
    }
  }

  private Path conf(String name) {
    return directory.resolve("conf").resolve(name);
  }

  void delete() {
    FileTree.delete(directory);
  }
}
