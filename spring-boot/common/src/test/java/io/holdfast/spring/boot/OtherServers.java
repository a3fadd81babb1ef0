package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A program with another web server than Tomcat. The build writes the class path of the others into
 * the module's target.
 */
public final class OtherServers {

  private static final Path CLASS_PATH = Path.of("target", "other-servers.classpath");
  private static final List<String> OF_TOMCAT =
      List.of(
          "tomcat-embed-core-",
          "tomcat-embed-websocket-",
          "spring-boot-tomcat-",
          "spring-boot-starter-tomcat-");

  private OtherServers() {}

  /**
   * Asserts that the shop stops at its start with a message that names the server.
   *
   * @param factory the class of Spring Boot that makes the server
   * @param jars which files of the servers it has, by their names
   */
  public static void assertRefused(String factory, Predicate<String> jars) {
    List<Path> libraries =
        new ArrayList<>(
            ShopProcess.libraries(name -> OF_TOMCAT.stream().noneMatch(name::startsWith)));
    libraries.addAll(
        ShopProcess.paths(read(CLASS_PATH))
            .filter(path -> jars.test(String.valueOf(path.getFileName())))
            .toList());

    try (ShopProcess shop =
        ShopProcess.launch("shop-" + factory, libraries, "--holdfast.nodes=n1:127.0.0.1:1")) {
      int exit = shop.process().join(Duration.ofMinutes(1));

      String said = shop.said();
      assertEquals(1, exit, said);
      assertTrue(said.contains("APPLICATION FAILED TO START"), said);
      assertTrue(said.contains("the web server of this application is made by " + factory), said);
      assertTrue(said.contains("Use Spring Boot's Tomcat starter in place"), said);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
