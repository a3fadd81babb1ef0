package io.holdfast.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A document that nobody is led to is not read; the site refuses to be built with one. */
final class DocumentIndexTest {

  private static final Path DOCUMENTS = Path.of("../docs");

  @Test
  void documentsWhenThereThenTheIndexLeadsToEach() throws IOException {
    assertEquals(List.of(), missing(DOCUMENTS.resolve("README.md"), "(%s)"::formatted));
  }

  @Test
  void documentsWhenThereThenTheMenuOfTheSiteHasEach() throws IOException {
    assertEquals(List.of(), missing(Path.of("../site/mkdocs.yml"), " docs/%s\n"::formatted));
  }

  @Test
  void decisionsWhenThereThenTheirIndexLeadsToEach() throws IOException {
    Path decisions = DOCUMENTS.resolve("decisions");

    assertEquals(List.of(), missing(decisions, decisions.resolve("README.md"), "(%s)"::formatted));
  }

  private static List<String> missing(Path index, Function<String, String> mention)
      throws IOException {
    return missing(DOCUMENTS, index, mention);
  }

  private static List<String> missing(Path folder, Path index, Function<String, String> mention)
      throws IOException {
    String text = Files.readString(index);
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
              .sorted()
              .toList();
      assertFalse(names.isEmpty());
      return names.stream().filter(name -> !text.contains(mention.apply(name))).toList();
    }
  }
}
