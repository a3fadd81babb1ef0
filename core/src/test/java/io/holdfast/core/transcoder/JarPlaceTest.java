package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JarPlaceTest {

  private static final String BOOTSTRAP = "org/apache/catalina/startup/Bootstrap.class";
  private static final String TOMCAT = "org/apache/catalina/startup/Tomcat.class";

  @TempDir private Path folder;

  @Test
  void ofWhenTomcatRunsOnItsOwnThenNamesItsFolder() {
    assertEquals(
        "put holdfast-serializer-kryo and the jars beside it in the distribution into tomcat/lib",
        JarPlace.of(
            "holdfast-serializer-kryo", " and the jars beside it in the distribution", true));
  }

  @Test
  void ofWhenAProgramEmbedsTomcatThenNamesTheCoordinates() {
    assertEquals(
        "add io.holdfast:holdfast-serializer-kryo to the dependencies of the program, in the version"
            + " of the other jars",
        JarPlace.of("holdfast-serializer-kryo", " and the jars beside it", false));
  }

  /** bootstrap.jar is all that a Tomcat's own script has of Catalina on the class path. */
  @Test
  void isTomcatOnItsOwnWhenOnlyItsStartIsOnTheClassPathThenHolds() throws IOException {
    assertTrue(isTomcatOnItsOwn(BOOTSTRAP));
    assertFalse(isTomcatOnItsOwn(BOOTSTRAP, TOMCAT));
    assertFalse(isTomcatOnItsOwn(TOMCAT));
    assertFalse(isTomcatOnItsOwn()); // a jar with jars in it
  }

  private boolean isTomcatOnItsOwn(String... classes) throws IOException {
    Path classPath = Files.createTempDirectory(folder, "class-path");
    for (String each : classes) {
      Path file = classPath.resolve(each);
      Files.createDirectories(file.getParent());
      Files.write(file, new byte[0]);
    }
    try (URLClassLoader system = new URLClassLoader(new URL[] {classPath.toUri().toURL()}, null)) {
      return JarPlace.isTomcatOnItsOwn(system);
    }
  }
}
