package io.holdfast.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/architecture.md} leads through classes that there are. */
final class ArchitectureDocumentTest {

  private static final Path MODULES = Path.of("..");
  private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)`");

  @Test
  void threeWaysWhenTheyNameClassesThenTheseExist() throws IOException {
    String document = Files.readString(MODULES.resolve("docs/architecture.md"));
    String ways =
        document.substring(document.indexOf("## Three ways"), document.indexOf("## Another"));
    Set<String> named =
        CLASS
            .matcher(ways)
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> missing = new TreeSet<>(named);
    missing.removeAll(classes("core"));
    missing.removeAll(classes("sessions"));
    missing.removeAll(classes("tomcat-integration"));

    assertFalse(named.isEmpty());
    assertEquals(Set.of(), missing);
  }

  private static Set<String> classes(String module) throws IOException {
    try (Stream<Path> files = Files.walk(MODULES.resolve(module).resolve("src/main/java"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toSet());
    }
  }
}
