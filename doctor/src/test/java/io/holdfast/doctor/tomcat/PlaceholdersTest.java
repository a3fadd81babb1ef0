package io.holdfast.doctor.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.tomcat.util.IntrospectionUtils;
import org.apache.tomcat.util.IntrospectionUtils.PropertySource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands for something else in Tomcat's configuration. */
final class PlaceholdersTest {

  private static final Map<String, String> OF_FILE =
      Map.of(
          "host", "cache1",
          "strong", "of the file",
          "outer", "n1:${host}:11211",
          "loop", "${loop}");
  private static final Map<String, String> OF_PROCESS =
      Map.of("strong", "of the process", "process", "of the process");

  @TempDir private Path base;

  @ParameterizedTest
  @CsvSource({
    "n1:${host}:11211,   n1:cache1:11211",
    "${port:-11211},     11211",
    "${host:-other},     cache1",
    "${strong},          of the file",
    "${process},         of the process",
    "${nothing},         ${nothing}",
    "${outer},           n1:${host}:11211",
    "${nothing:-${host}}, ${host}",
    "${loop},            ${loop}",
    "$host,              $host"
  })
  void textWhenReplacedThenAsTomcat9Does(String text, String expected) throws IOException {
    assertEquals(expected, placeholders("9.0").replacedIn(text));
    assertEquals(expected, byTomcat9(text));
  }

  @ParameterizedTest
  @CsvSource({
    "${outer},            n1:cache1:11211",
    "${nothing:-${host}}, cache1",
    "${loop},             ${loop}",
    "${host},             cache1"
  })
  void textWhenAValueHasOneThenItIsReplacedSince10(String text, String expected)
      throws IOException {
    assertEquals(expected, placeholders("10.1").replacedIn(text));
    assertEquals(expected, placeholders("11.0").replacedIn(text));
  }

  /** With the properties that Tomcat has when it has read its file. */
  private static String byTomcat9(String text) {
    Map<String, String> ofSystem = new HashMap<>(OF_PROCESS);
    ofSystem.putAll(OF_FILE);
    return IntrospectionUtils.replaceProperties(
        text, null, new PropertySource[] {ofSystem::get}, null);
  }

  @Test
  void textWhenItNamesTheFoldersThenTheseArePutIn() throws IOException {
    assertEquals(
        base.resolve("conf/keys") + " " + base.resolve("home"),
        placeholders("10.1").replacedIn("${catalina.base}/conf/keys ${catalina.home}"));
  }

  @Test
  void textWhenANameIsUnknownThenItIsTold() throws IOException {
    assertEquals("nothing", placeholders("10.1").unknownIn("${host}${nothing}"));
    assertNull(placeholders("9.0").unknownIn("${outer}"), "Tomcat leaves one that is known");
  }

  private Placeholders placeholders(String line) throws IOException {
    Path conf = Files.createDirectories(base.resolve("conf"));
    Properties file = new Properties();
    file.putAll(OF_FILE);
    try (Writer writer = Files.newBufferedWriter(conf.resolve("catalina.properties"))) {
      file.store(writer, null);
    }
    return Placeholders.of(new TomcatFolders(base, base.resolve("home")), OF_PROCESS::get, line);
  }
}
