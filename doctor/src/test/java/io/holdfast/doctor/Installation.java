package io.holdfast.doctor;

import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The files of a Tomcat with Holdfast, and a node. In order, until a test spoils it. Its jars are
 * empty.
 */
final class Installation {

  /** No output may have it, whatever goes wrong. */
  static final String SECRET = "4929-1234-5678";

  private final Path base;
  private final Certified certified;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private String engine = "<Engine name='Catalina' defaultHost='localhost' jvmRoute='t1'>";
  private String connector = "<Connector port='8080' bindOnInit='false'/>";
  private String context = "<Context><Manager %s/></Context>";

  Installation(Path base, Certified certified) throws IOException {
    this.base = base;
    this.certified = certified;
    attribute("className", "io.holdfast.tomcat.MemcachedSessionManager");
    attribute("transcoderFactoryClass", "kryo");
    Files.createDirectories(base.resolve("conf"));
    Files.createDirectories(base.resolve("webapps"));
    catalina("10.1.59.0");
    for (String name :
        List.of("core", "sessions", "tomcat", "serializer-base", "serializer-kryo")) {
      jar("lib/holdfast-" + name + "-1.0.0.jar");
    }
    for (String name :
        List.of("kryo-5.6.2", "minlog-1.3.1", "objenesis-3.4", "reflectasm-1.11.9")) {
      jar("lib/" + name + ".jar");
    }
    jar("lib/spymemcached-2.12.3.jar", "net/spy/memcached/MemcachedClient.class", "");
  }

  Certified certified() {
    return certified;
  }

  Path path(String name) {
    return base.resolve(name);
  }

  void attribute(String name, String value) {
    attributes.put(name, value);
  }

  void remove(String attribute) {
    attributes.remove(attribute);
  }

  /** What is in {@code conf/context.xml}; the attributes are put where the text has %s. */
  void context(String text) {
    context = text;
  }

  void engine(String start) {
    engine = start;
  }

  void connector(String element) {
    connector = element;
  }

  void catalina(String version) throws IOException {
    jar(
        "lib/catalina.jar",
        "org/apache/catalina/util/ServerInfo.properties",
        "server.number=" + version + "\n");
  }

  void jar(String name) throws IOException {
    jar(name, "any", "");
  }

  /** A jar, or war, with one entry. */
  void jar(String name, String entry, String content) throws IOException {
    Path file = base.resolve(name);
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  Path file(String name, String content) throws IOException {
    Path file = base.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  /** The nodes are these. */
  void nodes(String... addresses) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < addresses.length; i++) {
      list.append(i == 0 ? "" : ",").append("n").append(i + 1).append(":").append(addresses[i]);
    }
    attribute("memcachedNodes", list.toString());
  }

  /** The node is this one, which is closed with the installation. */
  MemcachedProcess node(MemcachedProcess node) {
    open.push(node);
    nodes(node.address());
    return node;
  }

  String portOfFirstNode() {
    String first = attributes.getOrDefault("memcachedNodes", "").replaceFirst(",.*", "");
    return first.substring(first.lastIndexOf(':') + 1);
  }

  <T extends AutoCloseable> T closedLater(T resource) {
    open.push(resource);
    return resource;
  }

  /** What the command said, and its status. */
  record Examined(int status, String text) {}

  Examined examine() throws IOException {
    if (!attributes.containsKey("memcachedNodes")) {
      node(MemcachedProcess.start(MemcachedLimits.DEFAULT));
    }
    String written =
        attributes.entrySet().stream()
            .map(each -> each.getKey() + "=\"" + each.getValue() + "\"")
            .collect(Collectors.joining(" "));
    file("conf/context.xml", context.replace("%s", written));
    file(
        "conf/server.xml",
        "<Server><Service name='Catalina'>"
            + connector
            + engine
            + "<Host name='localhost' appBase='webapps'/></Engine></Service></Server>");
    return examined("--tomcat", base.toString());
  }

  static Examined examined(String... arguments) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    int status = Doctor.run(List.of(arguments), stream, stream);
    return new Examined(status, said.toString(StandardCharsets.UTF_8));
  }

  /** Ends its nodes. */
  void end() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
