package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One jar serves Tomcat 9.0, 10.1 and 11 because none of its class files names a servlet type, but
 * for two packages that are the same up to the namespace. The bytes are scanned, since a type that
 * appears in a call's descriptor only escapes other tools.
 */
class ServletTypeScanTest {

  private static final List<String> NAMESPACES = List.of("javax/servlet", "jakarta/servlet");
  private static final Path JAVAX = Path.of("io/holdfast/tomcat/response/javax");
  private static final Path JAKARTA = Path.of("io/holdfast/tomcat/response/jakarta");

  private static final int UTF8_CONSTANT = 1;

  @Test
  void classFilesWhenScannedThenOnlyTheTwoPackagesNameServletTypes()
      throws IOException, URISyntaxException {
    Path classes = classesOf(MemcachedSessionManager.class);
    List<String> offenders = new ArrayList<>();

    List<Path> files = classFiles(classes);
    for (Path file : files) {
      Path name = classes.relativize(file);
      boolean exempt = JAVAX.equals(name.getParent()) || JAKARTA.equals(name.getParent());
      if (!exempt && namesServletType(Files.readAllBytes(file))) {
        offenders.add(name.toString());
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

  @Test
  void packagesWhenComparedThenAreTheSameUpToTheNamespace() throws IOException, URISyntaxException {
    Path classes = classesOf(MemcachedSessionManager.class);

    Map<String, String> javax = inJakarta(classes.resolve(JAVAX));
    Map<String, String> jakarta = inJakarta(classes.resolve(JAKARTA));

    assertTrue(javax.size() >= 1, () -> "compared the wrong place: " + javax.keySet());
    assertEquals(javax, jakarta);
    for (Path file : classFiles(classes.resolve(JAKARTA))) {
      assertTrue(!content(Files.readAllBytes(file)).contains("javax"), file::toString);
    }
  }

  private static boolean namesServletType(byte[] classFile) {
    String content = content(classFile);
    return NAMESPACES.stream()
        .anyMatch(name -> content.contains(name) || content.contains(name.replace('/', '.')));
  }

  private static String content(byte[] classFile) {
    return new String(classFile, StandardCharsets.ISO_8859_1);
  }

  /** The class files of a folder by name, as they would be for jakarta. */
  private static Map<String, String> inJakarta(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    for (Path file : classFiles(folder)) {
      files.put(
          file.getFileName().toString(),
          HexFormat.of().formatHex(inJakarta(Files.readAllBytes(file))));
    }
    return files;
  }

  /** Rewrites the texts in a class file's pool of constants. */
  private static byte[] inJakarta(byte[] classFile) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(in.readNBytes(8));
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int index = 1; index < count; index++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      switch (tag) {
        case UTF8_CONSTANT -> out.writeUTF(in.readUTF().replace("javax", "jakarta"));
        case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2));
        case 15 -> out.write(in.readNBytes(3));
        case 3, 4, 9, 10, 11, 12, 17, 18 -> out.write(in.readNBytes(4));
        case 5, 6 -> {
          out.write(in.readNBytes(8));
          index++;
        }
        default -> throw new IOException("unknown constant " + tag);
      }
    }
    out.write(in.readAllBytes());
    return bytes.toByteArray();
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
