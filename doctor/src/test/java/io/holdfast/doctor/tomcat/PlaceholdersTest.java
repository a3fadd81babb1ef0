package io.holdfast.doctor.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands for something else in Tomcat's configuration. */
final class PlaceholdersTest {

  @TempDir private Path base;

  @ParameterizedTest
  @CsvSource({
    "n1:${host}:11211,   n1:cache1:11211",
    "${port:-11211},     11211",
    "${host:-other},     cache1",
    "${strong},          of the process",
    "${nothing},         ${nothing}",
    "$host,              $host"
  })
  void textWhenReplacedThenAsTomcatDoes(String text, String expected) throws IOException {
    assertEquals(expected, placeholders().replacedIn(text));
  }

  @Test
  void textWhenItNamesTheFoldersThenTheseArePutIn() throws IOException {
    assertEquals(
        base.resolve("conf/keys") + " " + base.resolve("home"),
        placeholders().replacedIn("${catalina.base}/conf/keys ${catalina.home}"));
  }

  @Test
  void textWhenANameIsUnknownThenItIsTold() throws IOException {
    assertEquals("nothing", placeholders().unknownIn("${host}${nothing}"));
  }

  private Placeholders placeholders() throws IOException {
    Path conf = Files.createDirectories(base.resolve("conf"));
    Files.writeString(conf.resolve("catalina.properties"), "host=cache1\nstrong=weak\n");
    return Placeholders.of(
        new TomcatFolders(base, base.resolve("home")),
        name -> Map.of("strong", "of the process").get(name));
  }
}
