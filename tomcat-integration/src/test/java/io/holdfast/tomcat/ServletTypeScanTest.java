package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One jar serves Tomcat 9.0, 10.1 and 11 because none of its class files names a servlet type. The
 * bytes are scanned, since a type that appears in a call's descriptor only escapes other tools.
 */
class ServletTypeScanTest {

  private static final List<String> NAMESPACES = List.of("javax/servlet", "jakarta/servlet");

  @Test
  void classFilesWhenScannedThenNoneNamesAServletType() throws IOException, URISyntaxException {
    Path classes = classesOf(MemcachedSessionManager.class);
    List<String> offenders = new ArrayList<>();

    List<Path> files = classFiles(classes);
    for (Path file : files) {
      if (namesServletType(Files.readAllBytes(file))) {
        offenders.add(classes.relativize(file).toString());
      }
    }

    assertTrue(files.size() >= 7, () -> "scanned the wrong place: " + files);
    assertEquals(List.of(), offenders);
  }

  @Test
  void scanWhenAClassNamesAServletTypeThenItIsFound() throws IOException {
    String name = "/org/apache/catalina/connector/Request.class";

    try (var in = MemcachedSessionManager.class.getResourceAsStream(name)) {
      assertTrue(in != null && namesServletType(in.readAllBytes()));
    }
  }

  private static boolean namesServletType(byte[] classFile) {
    String content = new String(classFile, StandardCharsets.ISO_8859_1);
    return NAMESPACES.stream()
        .anyMatch(name -> content.contains(name) || content.contains(name.replace('/', '.')));
  }

  private static List<Path> classFiles(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private static Path classesOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
