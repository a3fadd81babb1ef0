package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.json.JsonParserFactory;

/** What IDEs complete is what there is. */
final class MetadataTest {

  private static final String FILE = "/META-INF/spring-configuration-metadata.json";

  private static final Path SOURCE = Path.of("src/main/resources" + FILE);

  /** Around the properties of settings. */
  private static final String BEGIN = "  \"properties\": [\n";

  private static final String END = "    {\n      \"name\": \"holdfast.route\"";

  /** {@code -Dholdfast.document=write} writes them; the others in the file are written by hand. */
  @Test
  void propertiesWhenComparedWithTheSettingsThenAreWhatTheySay() throws IOException {
    String before = Files.readString(SOURCE);
    int begin = before.indexOf(BEGIN) + BEGIN.length();
    String expected =
        HoldfastProperty.ALL.stream().map(MetadataTest::json).collect(Collectors.joining());
    String after = before.substring(0, begin) + expected + before.substring(before.indexOf(END));
    if ("write".equals(System.getProperty("holdfast.document"))) {
      Files.writeString(SOURCE, after);
    }

    assertEquals(after, Files.readString(SOURCE));
  }

  private static String json(HoldfastProperty property) {
    Setting<?> setting = property.setting();
    String standard = setting.shownDefault();
    boolean isPlain = property.type() == PropertyType.FLAG || property.type() == PropertyType.COUNT;
    return """
        {
          "name": "%s",
          "type": "%s",
          "description": "%s"%s
        },
    """
        .formatted(
            property.name(),
            type(property),
            setting.description() + unit(property),
            standard.isEmpty()
                ? ""
                : ",\n      \"defaultValue\": " + (isPlain ? standard : '"' + standard + '"'));
  }

  /** Where it is not the one that Spring Boot's users expect. */
  private static String unit(HoldfastProperty property) {
    return switch (property.type()) {
      case SECONDS -> " Seconds, if no unit is given.";
      case MEGABYTES -> " Megabytes, if no unit is given.";
      default -> "";
    };
  }

  private static String type(HoldfastProperty property) {
    return switch (property.type()) {
      case TEXT -> "java.lang.String";
      case LIST -> "java.util.List<java.lang.String>";
      case FLAG -> "java.lang.Boolean";
      case COUNT -> "java.lang.Integer";
      case MILLIS, SECONDS -> "java.time.Duration";
      case BYTES, MEGABYTES -> "org.springframework.util.unit.DataSize";
    };
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void defaultWhenReadAsAPropertyThenIsThatOfTheSetting(Setting<?> setting) {
    HoldfastProperty property = HoldfastProperty.of(setting);
    Object standard = entry(property).get("defaultValue");

    String text =
        standard == null ? null : property.type().read(binder(property, standard), property.name());

    assertEquals(emptyAsNull(setting.defaultValue()), text);
  }

  @Test
  void hintsWhenTriedThenEachValueIsOneThatTheAttributeTakes() {
    List<String> tried = new ArrayList<>();
    for (Map<String, Object> hint : list("hints")) {
      Setting<?> setting = setting(text(hint, "name"));
      for (Map<String, Object> value : list(hint, "values")) {
        String text = text(value, "value");
        ConfigurationParser.check(setting, Map.of(setting, text));
        tried.add(text);
      }
    }

    assertFalse(tried.isEmpty());
  }

  private static Setting<?> setting(String property) {
    return HoldfastProperty.ALL.stream()
        .filter(each -> each.name().equals(property))
        .findFirst()
        .orElseThrow()
        .setting();
  }

  private static @Nullable String emptyAsNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  private static Binder binder(HoldfastProperty property, Object value) {
    return new Binder(new MapConfigurationPropertySource(Map.of(property.name(), value)));
  }

  private static Map<String, Object> entry(HoldfastProperty property) {
    return list("properties").stream()
        .filter(each -> text(each, "name").equals(property.name()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metadata of " + property.name()));
  }

  private static List<Map<String, Object>> list(String name) {
    try (InputStream file = Objects.requireNonNull(MetadataTest.class.getResourceAsStream(FILE))) {
      String json = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return list(JsonParserFactory.getJsonParser().parseMap(json), name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> parent, String name) {
    return (List<Map<String, Object>>) Objects.requireNonNull(parent.get(name));
  }

  private static String text(Map<String, Object> parent, String name) {
    return String.valueOf(parent.get(name));
  }
}
