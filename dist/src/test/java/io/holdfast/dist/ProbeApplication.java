package io.holdfast.dist;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** The web application that the suite drives, compiled for one Tomcat. */
final class ProbeApplication {

  private static final Path SOURCES = Path.of("src/test/webapp/probe");

  /** The folders that have it: no test changes what is in them. */
  private static final Set<Path> COMPILED = new HashSet<>();

  private ProbeApplication() {}

  /** Another deployment descriptor than {@code web.xml}, for a context's {@code altDDName}. */
  static Path descriptor(String name) {
    return SOURCES.resolve(name).toAbsolutePath();
  }

  /** A deployment descriptor that asks for a login by another method than FORM. */
  static Path secured(String method) {
    return securedLike(method, ">FORM<", ">" + method + "<");
  }

  /** A deployment descriptor that admits every user with a login, whatever the roles. */
  static Path securedForAll() {
    return securedLike("all", ">member<", ">**<");
  }

  /** A deployment descriptor of an application that brings its own way to log in. */
  static Path securedByItself() {
    String listener = "<listener><listener-class>probe.HouseKey</listener-class></listener>";
    return securedLike("itself", "<servlet>", listener + "<servlet>");
  }

  /** A deployment descriptor that says how sessions are tracked. */
  static Path trackedBy(String mode) {
    String tracking =
        "<session-config><tracking-mode>%s</tracking-mode></session-config></web-app>"
            .formatted(mode);
    return like("web.xml", "tracked-" + mode, "</web-app>", tracking);
  }

  private static Path securedLike(String name, String part, String replacement) {
    return like("web-secure.xml", name, part, replacement);
  }

  private static Path like(String source, String name, String part, String replacement) {
    try {
      String form = Files.readString(descriptor(source));
      Path file = TestFolder.resolve("web-" + name + ".xml");
      return Files.writeString(
          file, form.replaceFirst(part, Matcher.quoteReplacement(replacement)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles it, once for all processes that run tests, and returns the folder. */
  static synchronized Path compile(TomcatDistribution tomcat) {
    Path docBase = TestFolder.path().resolveSibling("probe-" + tomcat.version());
    if (COMPILED.add(docBase)) {
      compileOnce(tomcat, docBase);
    }
    return docBase;
  }

  /** The first process compiles it while others wait; what an earlier build left may be old. */
  private static void compileOnce(TomcatDistribution tomcat, Path docBase) {
    Path compiled = docBase.resolveSibling(docBase.getFileName() + ".compiled");
    try (FileChannel file = FileChannel.open(compiled, CREATE, READ, WRITE)) {
      file.lock(); // until it is closed
      ByteBuffer newest = ByteBuffer.allocate(Long.BYTES).putLong(0, newest());
      ByteBuffer had = ByteBuffer.allocate(Long.BYTES);
      if (file.read(had, 0) < Long.BYTES || had.getLong(0) != newest.getLong(0)) {
        compileAnew(tomcat, docBase);
        file.write(newest, 0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** When anything that it is made of was changed last. */
  private static long newest() throws IOException {
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      return Stream.concat(sources, Stream.of(kitJar()))
          .mapToLong(path -> path.toFile().lastModified())
          .max()
          .orElseThrow();
    }
  }

  private static void compileAnew(TomcatDistribution tomcat, Path docBase) {
    try {
      Path libraries = Files.createDirectories(docBase.resolve("WEB-INF/lib"));
      Path kit = libraries.resolve("kinds-of-attribute.jar");
      Files.copy(kitJar(), kit, StandardCopyOption.REPLACE_EXISTING);
      new WebAppCompiler(tomcat).compile(SOURCES, docBase, kit);
      copy("web.xml", docBase.resolve("WEB-INF/web.xml"));
      copy("login.html", docBase.resolve("login.html"));
      copy("change.jsp", docBase.resolve("change.jsp"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The jar with the kinds of attribute, whose classes the application has as its own. */
  private static Path kitJar() {
    Path jar =
        Path.of(
            URI.create(Kind.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(jar + " is not a jar; run Maven's verify");
    }
    return jar;
  }

  private static void copy(String source, Path target) throws IOException {
    Files.copy(SOURCES.resolve(source), target, StandardCopyOption.REPLACE_EXISTING);
  }
}
