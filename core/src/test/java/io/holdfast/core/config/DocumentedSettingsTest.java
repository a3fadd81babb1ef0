package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.document.SectionedDocument;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of attributes in docs/configuration.md is what the settings say. {@code
 * -Dholdfast.document=write} writes it.
 */
final class DocumentedSettingsTest {

  private static final SectionedDocument DOCUMENT =
      new SectionedDocument(Path.of("../docs/configuration.md"));
  private static final String SECTION = "attributes";
  private static final int MOST_WORDS = 30;

  @Test
  void tableWhenComparedWithTheSettingsThenIsTheSame() {
    String table =
        Arrays.<Setting<?>>stream(Setting.values())
            .map(DocumentedSettingsTest::row)
            .collect(
                Collectors.joining(
                    "", "| attribute | default | values | meaning |\n|---|---|---|---|\n", ""));
    if ("write".equals(System.getProperty("holdfast.document"))) {
      DOCUMENT.replace(SECTION, table);
    }

    assertEquals(table, DOCUMENT.section(SECTION));
  }

  private static String row(Setting<?> setting) {
    String standard = setting.shownDefault();
    String values = setting.range();
    return "| <a id=\"%1$s\"></a>`%1$s` | %2$s | %3$s | %4$s |\n"
        .formatted(
            setting.attribute(),
            setting.defaultValue() == null
                ? "required"
                : standard.isEmpty() ? "none" : "`" + standard + "`",
            setting.unit().isEmpty() ? values : values + ", in " + setting.unit(),
            setting.description().replace("*", "\\*"));
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void descriptionWhenReadThenIsAShortSentence(Setting<?> setting) {
    String description = setting.description();

    assertTrue(description.endsWith("."), description);
    assertTrue(description.split(" ").length <= MOST_WORDS, description);
  }
}
