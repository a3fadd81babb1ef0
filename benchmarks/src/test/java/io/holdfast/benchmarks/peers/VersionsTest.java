package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionsTest {

  private static final List<Path> JARS =
      List.of(Path.of("x/kryo-serializers-0.45.jar"), Path.of("x/kryo-4.0.3.jar"));

  @Test
  void versionWhenANameBeginsAnotherThenItIsThatOfTheRightOne() {
    assertEquals("4.0.3", Versions.version(JARS, "kryo"));
    assertEquals("0.45", Versions.version(JARS, "kryo-serializers"));
  }

  @Test
  void versionWhenThereIsNoSuchJarThenItSaysSo() {
    assertEquals("not there", Versions.version(JARS, "objenesis"));
  }
}
