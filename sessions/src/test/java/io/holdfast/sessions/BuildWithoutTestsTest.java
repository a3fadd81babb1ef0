package io.holdfast.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code ./demo} and the commands of README.md build a fresh clone with {@code -Dmaven.test.skip},
 * which makes no jar of tests: a module that needs one could not be built.
 */
final class BuildWithoutTestsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern PROFILE = Pattern.compile("(?s)<profile>.*?</profile>");
  private static final Pattern NEEDED =
      Pattern.compile("(?s)<dependency>(?:(?!</dependency>).)*<type>test-jar</type>");

  @Test
  void jarsOfTestsWhenNeededThenOnlyByTests() throws IOException {
    List<String> needing = new ArrayList<>();
    int all = 0;
    for (String parent : List.of(".", "applications", "examples", "spring-boot")) {
      try (Stream<Path> modules = Files.list(ROOT.resolve(parent))) {
        for (Path pom : modules.map(each -> each.resolve("pom.xml")).toList()) {
          if (Files.isRegularFile(pom)) {
            all++;
            if (NEEDED.matcher(withoutTests(Files.readString(pom))).find()) {
              needing.add(pom.toString());
            }
          }
        }
      }
    }

    assertTrue(all > 20, "%d poms".formatted(all));
    assertEquals(List.of(), needing);
  }

  private static String withoutTests(String pom) {
    return PROFILE
        .matcher(pom)
        .replaceAll(
            each -> each.group().contains("<name>!maven.test.skip</name>") ? "" : "(profile)");
  }
}
