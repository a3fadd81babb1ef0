package io.holdfast.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A document without a link to it is not read; the site refuses to be built with one. */
final class DocumentIndexTest {

  private static final Pattern TEST =
      Pattern.compile("`([A-Z]\\w*[a-z0-9](?:Tests?|Suite|IT|Kit))`");
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

  /** What a document gives as evidence. */
  @Test
  void testsWhenADocumentNamesThemThenTheyAreThere() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.walk(DOCUMENTS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".md")).toList()) {
        TEST.matcher(Files.readString(file))
            .results()
            .map(found -> found.group(1))
            .forEach(named::add);
      }
    }
    assertFalse(named.isEmpty());

    for (Path folder : sourceFolders()) {
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .forEach(named::remove);
      }
    }

    assertEquals(Set.of(), named);
  }

  private static List<Path> sourceFolders() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String parent : List.of(".", "examples", "spring-boot")) {
      try (Stream<Path> modules = Files.list(DOCUMENTS.resolveSibling(parent))) {
        modules
            .map(module -> module.resolve("src"))
            .filter(Files::isDirectory)
            .forEach(folders::add);
      }
    }
    return folders;
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
