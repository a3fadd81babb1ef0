package io.holdfast.testkit.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SectionedDocumentTest {

  private static final String EMPTY =
      "# Fruit\n\n<!-- apples: written by a program -->\n<!-- end of apples -->\n\nMore.\n";

  @TempDir Path folder = Path.of(".");
  private SectionedDocument document = new SectionedDocument(folder);

  @BeforeEach
  void write() throws IOException {
    document = new SectionedDocument(Files.writeString(folder.resolve("fruit.md"), EMPTY));
  }

  @Test
  void replaceWhenThereIsASectionThenOnlyItChanges() throws IOException {
    document.replace("apples", "red\n");
    document.replace("apples", "green\n");

    assertEquals("green\n", document.section("apples"));
    assertEquals(EMPTY.replace("<!-- end", "green\n<!-- end"), Files.readString(document.file()));
  }

  @Test
  void replaceWhenThereIsNoSuchSectionThenSaysSo() {
    var failure =
        assertThrows(IllegalStateException.class, () -> document.replace("pears", "soft\n"));

    assertEquals(
        "no <!-- pears: written by a program --> in " + document.file(), failure.getMessage());
  }

  @Test
  void addWhenThereIsNoneYetThenItIsAtTheEnd() throws IOException {
    document.add("pears");
    document.add("pears");
    document.replace("pears", "soft\n");

    assertEquals(
        EMPTY + "\n<!-- pears: written by a program -->\nsoft\n<!-- end of pears -->\n",
        Files.readString(document.file()));
  }
}
