package io.holdfast.spring.boot;

import io.holdfast.spring.boot.shop.ShopApplication;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FileTree;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.process.Jdk;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The shop as a process of its own, with its classes in a folder, as an IDE starts it.
 *
 * @param folder has the program's classes and resources
 * @param log what it writes
 */
record ShopProcess(Path folder, int port, Path log, ChildProcess process) implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);

  /**
   * Starts one that is not up yet.
   *
   * @param name of its folder below the module's target
   * @param libraries on its class path
   */
  static ShopProcess launch(String name, List<Path> libraries, String... properties) {
    Path home = Path.of("target", name).toAbsolutePath();
    FileTree.delete(home);
    try {
      Path folder = Files.createDirectories(home.resolve("program"));
      copyShop(folder);
      int port = FreePort.find();
      Path log = home.resolve("shop.log");
      ProcessBuilder builder =
          new ProcessBuilder(
              Jdk.running().java().toString(),
              "-Djava.io.tmpdir=" + Files.createDirectories(home.resolve("temporary")),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-XX:SoftRefLRUPolicyMSPerMB=0", // each collection takes what only caches keep
              "-cp",
              classPath(folder, libraries),
              ShopApplication.class.getName(),
              "--server.address=127.0.0.1",
              "--server.port=" + port,
              "--spring.main.banner-mode=off");
      builder.command().addAll(List.of(properties));
      builder.redirectErrorStream(true).redirectOutput(log.toFile());
      return new ShopProcess(folder, port, log, ChildProcess.start(name, builder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class path of this test without the shop, and of other jars those with these names. */
  static List<Path> libraries(Predicate<String> names) {
    return paths(System.getProperty("java.class.path"))
        .filter(path -> !path.equals(placeOfShop()))
        .filter(path -> names.test(String.valueOf(path.getFileName())))
        .toList();
  }

  static Stream<Path> paths(String classPath) {
    return Arrays.stream(classPath.strip().split(File.pathSeparator, -1)).map(Path::of);
  }

  private static String classPath(Path folder, List<Path> libraries) {
    return Stream.concat(Stream.of(folder), libraries.stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A jar, or a folder where only tests are run. */
  private static Path placeOfShop() {
    try {
      return Path.of(
          ShopApplication.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void copyShop(Path folder) throws IOException {
    Path place = placeOfShop();
    String name = ShopApplication.class.getPackageName().replace('.', '/');
    Path target = Files.createDirectories(folder.resolve(name));
    if (Files.isDirectory(place)) {
      copyClasses(place.resolve(name), target);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        copyClasses(jar.getPath(name), target);
      }
    }
    keepLibrariesOutOfRestarts(Files.createDirectories(folder.resolve("META-INF")));
  }

  /** DevTools take each folder for the program's; where only tests are run, so are libraries'. */
  private static void keepLibrariesOutOfRestarts(Path metadata) throws IOException {
    Files.writeString(
        metadata.resolve("spring-devtools.properties"),
        "restart.exclude.libraries=/target/(test-)?classes");
  }

  private static void copyClasses(Path from, Path to) throws IOException {
    try (Stream<Path> classes = Files.list(from)) {
      for (Path file : classes.toList()) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
  }

  /** Waits until it answers this path. */
  void awaitStart(String path) {
    Await.until("the shop answers, or ends", START, () -> !process.isAlive() || answers(path));
    if (!process.isAlive()) {
      throw new IllegalStateException("the shop does not start: " + said());
    }
  }

  private boolean answers(String path) {
    return get(new Browser(), path).status() == 200;
  }

  Response get(Browser browser, String path) {
    return browser.get(port, path);
  }

  /** What it has written so far. */
  String said() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.kill();
  }
}
