package io.holdfast.demo.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes the folder that makes an untouched Tomcat distribution one of ours: a CATALINA_BASE. */
final class TomcatBase {

  private static final String SERVER_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Server port="-1">
        <Service name="Catalina">
          <Connector port="%d" address="127.0.0.1" protocol="HTTP/1.1"/>
          <Engine name="Catalina" defaultHost="localhost"%s>
            <Host name="localhost" appBase="webapps" autoDeploy="false"/>
          </Engine>
        </Service>
      </Server>
      """;

  private static final String CONTEXT_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Context sessionCookiePath="/">
        <!-- The shop has no tag libraries; looking for them takes a third of the start. -->
        <JarScanner>
          <JarScanFilter defaultTldScan="false"/>
        </JarScanner>
        <Manager className="io.holdfast.tomcat.MemcachedSessionManager"
                 memcachedNodes="%s"
                 sticky="%s"
                 transcoderFactoryClass="%s"/>
      </Context>
      """;

  private TomcatBase() {}

  /**
   * Writes the folder.
   *
   * @param base the folder, which must not exist
   * @param route the Tomcat's jvmRoute, which it has with sticky sessions
   * @param port of its connector
   * @param settings what all Tomcats have in common
   * @param memcachedNodes the attribute of the Manager
   */
  static void write(
      Path base, String route, int port, ClusterSettings settings, String memcachedNodes) {
    try {
      for (String folder : List.of("conf", "lib", "logs", "temp", "webapps", "work")) {
        Files.createDirectories(base.resolve(folder));
      }
      copyFiles(settings.catalinaHome().resolve("conf"), base.resolve("conf"));
      copyFiles(settings.distribution().resolve(settings.serializer()), base.resolve("lib"));
      if (settings.store() == ServerKind.VALKEY) {
        copyFiles(settings.distribution().resolve("valkey"), base.resolve("lib"));
      }
      Files.writeString(
          base.resolve("conf/server.xml"),
          SERVER_XML.formatted(port, settings.sticky() ? " jvmRoute=\"" + route + "\"" : ""));
      Files.writeString(
          base.resolve("conf/context.xml"),
          CONTEXT_XML.formatted(memcachedNodes, settings.sticky(), settings.serializer()));
      ShopFiles.write(base.resolve("webapps/shop"));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + base, e);
    }
  }

  private static void copyFiles(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
