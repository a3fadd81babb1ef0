package io.holdfast.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.doctor.Installation.Examined;
import io.holdfast.doctor.compare.Version;
import java.io.IOException;
import java.io.ObjectStreamClass;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The command on two versions of an application. */
final class CompareTest {

  private static final String CART =
      "package com.acme; public class Cart implements java.io.Serializable {"
          + " private static final long serialVersionUID = 1; %s }";

  private static final String WIDER =
      "WRONG   %s: with java, new Tomcats do not read what old ones wrote: field total was int and is"
          + " long (add a field with another name)\n";

  @TempDir private Path folder;
  private Version old;
  private Version now;

  @BeforeEach
  void makeFolders() {
    old = new Version(folder.resolve("old"));
    now = new Version(folder.resolve("new"));
  }

  @ParameterizedTest
  @EnumSource
  void compareWhenAClassChangesThenItsLinesSayWhatBecomesOfIt(ComparedChange change)
      throws IOException {
    old.with(change.source(false));
    now.with(change.source(true));

    Examined examined = compare(old.war(), now.war());

    List<String> said = new ArrayList<>(examined.text().lines().toList());
    assertTrue(said.remove(0).startsWith("fine    --compare: "), examined.text());
    long wrong = change.lines().stream().filter(each -> each.startsWith("WRONG")).count();
    long warnings = change.lines().stream().filter(each -> each.startsWith("warning")).count();
    assertEquals(wrong + " wrong, " + warnings + " warnings", said.remove(said.size() - 1));
    assertEquals(String.join("\n", change.lines()), String.join("\n", said));
    assertEquals(wrong == 0 ? 0 : 1, examined.status());
  }

  @Test
  void compareWhenNoUidIsDeclaredThenTheOldOneIsNamed() throws Exception {
    String bare = "package com.acme; public class Bare implements java.io.Serializable {%s}";
    old.with(bare.formatted(""));
    now.with(bare.formatted("public void run() {}"));

    Examined examined = compare(old.folder(), now.folder());

    URL classes = old.folder().resolve("WEB-INF/classes/").toUri().toURL();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes})) {
      long uid = ObjectStreamClass.lookup(loader.loadClass("com.acme.Bare")).getSerialVersionUID();
      String text =
          "serialVersionUID is not declared in both versions, and differs (declare the old one, %dL)"
              .formatted(uid);
      assertTrue(examined.text().contains("do not read what old ones wrote: " + text), text);
      assertTrue(examined.text().contains("do not read what new ones write: " + text), text);
    }
    assertTrue(examined.text().endsWith("2 wrong, 0 warnings\n"), examined.text());
  }

  @Test
  void compareWhenAClassHasMovedThenItsNewPlaceIsNamed() throws IOException {
    old.with(CART.formatted(""));
    now.with(CART.formatted("").replace("com.acme", "com.acme.shop"));

    Examined examined = compare(old.war(), now.war());

    assertTrue(
        examined
            .text()
            .contains(
                "WRONG   com.acme.Cart: with java, kryo, xstream, javolution, new Tomcats do not read"
                    + " what old ones wrote: the class is gone, and there is com.acme.shop.Cart (add"
                    + " the new class, and store it as another attribute)\n"),
        examined.text());
    assertTrue(
        examined
            .text()
            .contains(
                "WRONG   com.acme.shop.Cart: with java, kryo, xstream, javolution, old Tomcats do not"
                    + " read what new ones write: the class is new, and there was com.acme.Cart (add"
                    + " the new class, and store it as another attribute)\n"),
        examined.text());
  }

  /** A class of the application may extend one of a library. */
  @ParameterizedTest
  @CsvSource({
    "com.acme.model, '', WRONG",
    "org.library, '', nothing",
    "org.library, allowedClasses=org.library.*, WRONG",
    "org.library, allowedClasses=org.other.*, nothing",
    "org.library, 'allowedClasses=org.library.**, !org.library.Total', nothing"
  })
  void compareWhenALibraryChangesThenItCountsIfSessionsMayHoldIt(
      String name, String attribute, String expected) throws IOException {
    String total = CART.replace("com.acme", name).replace("Cart", "Total");
    old.with(CART.formatted("")).withLibrary("total-1.jar", total.formatted("int total;"));
    now.with(CART.formatted("")).withLibrary("total-2.jar", total.formatted("long total;"));

    Examined examined =
        attribute.isEmpty()
            ? compare(old.war(), now.war())
            : compare(old.war(), now.war(), attribute);

    boolean isWrong = examined.text().contains(WIDER.formatted(name + ".Total"));
    assertEquals(expected.equals("WRONG"), isWrong, examined.text());
    assertEquals(isWrong ? 1 : 0, examined.status(), examined.text());
  }

  @Test
  void compareWhenOneSerializerIsNamedThenOnlyItsLinesAreSaid() throws IOException {
    old.with(CART.formatted("int total;"));
    now.with(CART.formatted("long total;"));

    Examined examined = compare(old.war(), now.war(), "transcoderFactoryClass=kryo");

    assertEquals(0, examined.status(), examined.text());
    assertEquals(
        """
        fine    --compare: 1 Serializable classes of the application, and 0 that they extend or have in fields
        fine    com.acme.Cart: with kryo, new Tomcats read what old ones wrote: field total was int and is long
        warning com.acme.Cart: with kryo, old Tomcats may not read what new ones write: field total was int and is long \
        (store what fits both until all Tomcats are updated)
        0 wrong, 1 warnings
        """,
        examined.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "transcoderFactoryClass=krio|transcoderFactoryClass=\"krio\" must be one of java, kryo,",
        "allowedClasses=com..acme|allowedClasses: \"com..acme\""
      })
  void compareWhenAnAttributeIsWrongThenItIsNamed(String attribute, String message)
      throws IOException {
    old.with(CART.formatted(""));

    Examined examined = compare(old.folder(), old.folder(), attribute);

    assertEquals(1, examined.status(), examined.text());
    assertTrue(examined.text().contains("WRONG   --compare: " + message), examined.text());
  }

  @Test
  void compareWhenItIsAProgramOfSpringBootThenItsClassesAreFound() throws IOException {
    old.with(CART.formatted("int total;"));
    now.with(CART.formatted("long total;"));
    Files.move(old.folder().resolve("WEB-INF"), old.folder().resolve("BOOT-INF"));
    Files.move(now.folder().resolve("WEB-INF"), now.folder().resolve("BOOT-INF"));

    Examined examined = compare(old.war(), now.war());

    assertTrue(examined.text().contains(WIDER.formatted("com.acme.Cart")), examined.text());
  }

  @Test
  void compareWhenFilesAreDamagedThenTheyAreNamedAndTheOthersCompared() throws IOException {
    byte[] damaged = "no class".getBytes(StandardCharsets.UTF_8);
    old.with(CART.formatted("int total;")).withFile("WEB-INF/classes/com/acme/A.class", damaged);
    now.with(CART.formatted("long total;")).withFile("WEB-INF/lib/b.jar", damaged);

    Examined examined = compare(old.war(), now.war());

    assertTrue(
        examined
            .text()
            .contains(
                "WRONG   %s: WEB-INF/classes/com/acme/A.class is damaged, and is not compared: it does"
                        .formatted(old.war())
                    + " not begin as a class file does\n"),
        examined.text());
    assertTrue(
        examined
            .text()
            .contains(
                "WRONG   %s: WEB-INF/lib/b.jar is damaged, and is not compared: it has no entries\n"
                    .formatted(now.war())),
        examined.text());
    assertTrue(examined.text().contains(WIDER.formatted("com.acme.Cart")), examined.text());
  }

  @Test
  void compareWhenAFileIsNoWarThenItIsNamed() throws IOException {
    Path text = Files.writeString(folder.resolve("text.war"), "no zip");
    old.withFile("index.html", new byte[0]);
    Path missing = folder.resolve("missing.war");

    Examined first = compare(text, missing);
    Examined second = compare(old.war(), old.folder());

    assertEquals(
        """
        WRONG   %s: it is no WAR: it is no zip file
        WRONG   %s: it is missing
        2 wrong, 0 warnings
        """
            .formatted(text, missing),
        first.text());
    assertEquals(
        """
        WRONG   %s: it is no WAR: there are no classes in WEB-INF/classes, and no jars in WEB-INF/lib
        WRONG   %s: it is no WAR: there are no classes in WEB-INF/classes, and no jars in WEB-INF/lib
        2 wrong, 0 warnings
        """
            .formatted(old.war(), old.folder()),
        second.text());
    assertEquals(1, first.status());
    assertEquals(1, second.status());
  }

  @Test
  void compareWhenNoClassCountsThenSaysHowToNameSome() throws IOException {
    old.withLibrary("library.jar", CART.replace("com.acme", "org.library").formatted(""));

    Examined examined = compare(old.war(), old.war());

    assertTrue(
        examined
            .text()
            .startsWith(
                "warning --compare: 0 Serializable classes of the application, and 0 that they extend"
                    + " or have in fields; allowedClasses=… names those of libraries\n"),
        examined.text());
    assertEquals(0, examined.status());
  }

  /** An initializer would run if the class was loaded and asked. */
  @Test
  void compareWhenClassesHaveCodeThenNoneOfItRuns() throws IOException {
    String source =
        CART.formatted("static final Object RAN = System.setProperty(\"holdfast.ran\", \"yes\");");
    old.with(source);
    now.with(source);

    Examined examined = compare(old.war(), now.war());

    assertEquals(0, examined.status(), examined.text());
    assertNull(System.getProperty("holdfast.ran"));
  }

  private static Examined compare(Path old, Path now, String... attributes) {
    List<String> arguments = new ArrayList<>(List.of("--compare", old.toString(), now.toString()));
    arguments.addAll(List.of(attributes));
    return Installation.examined(arguments.toArray(String[]::new));
  }
}
