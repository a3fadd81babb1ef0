package io.holdfast.examples.boot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code in {@code docs/embedding.md} is this example's. */
final class EmbeddingDocumentTest {

  private static final Path DOCUMENT = Path.of("../../docs/embedding.md");
  private static final Path SOURCE =
      Path.of("src/main/java/io/holdfast/examples/boot/SessionsInMemcached.java");
  private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void documentWhenReadThenItsCodeIsThatOfTheExample() throws IOException {
    List<MatchResult> blocks = CODE.matcher(Files.readString(DOCUMENT)).results().toList();

    String shown = blocks.get(1).group(1);

    assertTrue(Files.readString(SOURCE).contains(shown), shown);
  }
}
