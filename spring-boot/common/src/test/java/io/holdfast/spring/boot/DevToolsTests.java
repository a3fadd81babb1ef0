package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.spring.boot.shop.ShopApplication;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program with Spring Boot's DevTools, which restart it within its process: with another class
 * loader for the program's classes, and the same one for libraries. The build puts the jar of the
 * DevTools into the module's target.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
public abstract class DevToolsTests {

  private static final Path DEV_TOOLS = Path.of("target", "devtools", "spring-boot-devtools.jar");

  private MemcachedNode node;
  private ShopProcess shop;

  /** One process for both modes, since each takes seconds. */
  @BeforeAll
  void start() throws IOException {
    node = MemcachedNodes.start();
    List<Path> libraries =
        Stream.concat(
                ShopProcess.libraries(name -> true).stream(), Stream.of(DEV_TOOLS.toAbsolutePath()))
            .toList();
    shop =
        ShopProcess.launch(
            "restarted-shop",
            libraries,
            "--holdfast.nodes=${shop.nodes:n1:127.0.0.1:%d}".formatted(node.port()),
            "--server.tomcat.mbeanregistry.enabled=true",
            "--spring.devtools.livereload.enabled=false",
            "--spring.devtools.restart.poll-interval=50ms",
            "--spring.devtools.restart.quiet-period=20ms");
    shop.awaitStart("/generation");
  }

  @AfterAll
  void stop() {
    shop.close();
    node.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holdfast.sticky=true",
        "holdfast.sticky=false",
        "holdfast.sticky=true\nshop.nodes=memory"
      })
  void sessionWhenTheProgramIsRestartedThenGoesOnAndTheFormerClassesAreReleased(String properties)
      throws IOException {
    configure(properties);
    Browser browser = new Browser();
    shop.get(browser, "/add?item=tea");

    int now = restart();

    assertEquals("[tea, milk]", shop.get(browser, "/add?item=milk").body(), shop::said);
    awaitOnly(now);
  }

  /**
   * A thread, an MBean or a connection that a stop has left would keep one of them. DevTools keep
   * the first one themselves.
   */
  private void awaitOnly(int now) {
    Await.value(
        "the class loaders of former generations are gone",
        () -> shop.get(new Browser(), "/generations").body(),
        List.of(1, now).toString()::equals);
  }

  /** A change of the program's configuration restarts it, too. */
  private void configure(String properties) throws IOException {
    int before = generation();
    Path file = shop.folder().resolveSibling("next.properties");
    Files.writeString(file, properties);
    Files.move(
        file,
        shop.folder().resolve("application.properties"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    awaitGenerationAfter(before);
  }

  /** As after the compilation of one of its classes. */
  private int restart() throws IOException {
    int before = generation();
    Path changed =
        shop.folder().resolve(ShopApplication.class.getName().replace('.', '/') + ".class");
    FileTime compiled = Files.getLastModifiedTime(changed);
    Files.setLastModifiedTime(changed, FileTime.fromMillis(compiled.toMillis() + 1000));
    return awaitGenerationAfter(before);
  }

  private int awaitGenerationAfter(int before) {
    return Await.value("the program is restarted", this::generation, now -> now > before);
  }

  private int generation() {
    return Integer.parseInt(shop.get(new Browser(), "/generation").body());
  }
}
