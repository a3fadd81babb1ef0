package io.holdfast.examples.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The properties in {@code docs/embedding.md} are this example's. */
final class EmbeddingDocumentTest {

  private static final Path DOCUMENT = Path.of("../../docs/embedding.md");
  private static final Path PROPERTIES =
      Path.of("../spring-boot/src/main/resources/application.properties");
  private static final Pattern CODE = Pattern.compile("```properties\n(.*?)```", Pattern.DOTALL);

  @Test
  void documentWhenReadThenItsPropertiesAreThoseOfTheExample() throws IOException {
    List<MatchResult> blocks = CODE.matcher(Files.readString(DOCUMENT)).results().toList();

    assertEquals(1, blocks.size());
    String shown = blocks.get(0).group(1);
    assertTrue(Files.readString(PROPERTIES).contains(shown), shown);
  }
}
