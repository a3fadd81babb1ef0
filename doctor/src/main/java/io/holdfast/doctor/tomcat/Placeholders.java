package io.holdfast.doctor.tomcat;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts values in the place of <code>${name}</code> and <code>${name:-default}</code>, as Tomcat
 * does when it reads its configuration.
 */
final class Placeholders {

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{(?<name>[^}:]+)(?::-(?<standard>[^}]*))?}");

  private final TomcatFolders folders;
  private final Properties ofTomcat;
  private final UnaryOperator<@Nullable String> ofProcess;

  private Placeholders(
      TomcatFolders folders, Properties ofTomcat, UnaryOperator<@Nullable String> ofProcess) {
    this.folders = folders;
    this.ofTomcat = ofTomcat;
    this.ofProcess = ofProcess;
  }

  /**
   * Reads {@code conf/catalina.properties}, where there is one.
   *
   * @param ofProcess properties by name that are stronger; null for those that there are not
   */
  static Placeholders of(TomcatFolders folders, UnaryOperator<@Nullable String> ofProcess)
      throws IOException {
    Properties properties = new Properties();
    Path file = folders.base().resolve("conf/catalina.properties");
    if (Files.isRegularFile(file)) {
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
        properties.load(reader);
      } catch (IllegalArgumentException e) {
        throw new IOException("conf/catalina.properties: " + e.getMessage(), e);
      }
    }
    return new Placeholders(folders, properties, ofProcess);
  }

  /** The text with all that is known; the rest stays as it is. */
  String replacedIn(String text) {
    return PLACEHOLDER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found)));
  }

  /** The first name that is not known; null if all are. */
  @Nullable String unknownIn(String text) {
    Matcher left = PLACEHOLDER.matcher(replacedIn(text));
    return left.find() ? left.group("name") : null;
  }

  private String value(MatchResult found) {
    String name = found.group(1);
    String standard = found.group(2);
    String value =
        switch (name) {
          case "catalina.base" -> folders.base().toString();
          case "catalina.home" -> folders.home().toString();
          default -> ofProcess.apply(name);
        };
    if (value == null) {
      value = ofTomcat.getProperty(name, standard);
    }
    return value == null ? found.group() : value;
  }
}
