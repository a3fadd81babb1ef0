package io.holdfast.doctor.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JarNameTest {

  @ParameterizedTest
  @CsvSource({
    "kryo-5.6.2.jar, kryo, 5.6.2",
    "holdfast-core-1.0-SNAPSHOT.jar, holdfast-core, 1.0-SNAPSHOT",
    "holdfast-core-1.0.0-sources.jar, holdfast-core-sources, 1.0.0",
    "guava-33.0.0-jre.jar, guava, 33.0.0-jre",
    "guava-33.0.0-android.jar, guava, 33.0.0-android",
    "netty-epoll-4.1.100.Final-linux-x86_64.jar, netty-epoll-linux-x86_64, 4.1.100.Final",
    "netty-epoll-4.1.100.Final.jar, netty-epoll, 4.1.100.Final",
    "jna-5.1-natives-windows.jar, jna-natives-windows, 5.1",
    "log4j-1.2-api-2.20.0.jar, log4j, 1.2-api-2.20.0",
    "tomcat-i18n-de.jar, tomcat-i18n-de, ''"
  })
  void nameWhenReadThenTellsWhichJarsReplaceEachOther(
      String file, String artifact, String version) {
    assertEquals(new JarName(file, artifact, version), JarName.of(file));
  }
}
