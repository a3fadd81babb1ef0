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

  /** Tomcat 9 leaves those that values have. */
  private static final String LINE_OF_ONE_STEP = "9.0";

  /** One that leads to itself is left in the end. */
  private static final int MOST_STEPS = 20;

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)(?::-([^}]*))?}");

  private static final int NAME = 1;
  private static final int STANDARD = 2;

  private final TomcatFolders folders;
  private final Properties ofTomcat;
  private final UnaryOperator<@Nullable String> ofProcess;
  private final int steps;

  private Placeholders(
      TomcatFolders folders,
      Properties ofTomcat,
      UnaryOperator<@Nullable String> ofProcess,
      int steps) {
    this.folders = folders;
    this.ofTomcat = ofTomcat;
    this.ofProcess = ofProcess;
    this.steps = steps;
  }

  /**
   * Reads {@code conf/catalina.properties}, where there is one.
   *
   * @param ofProcess properties by name, as {@code -D} gives them; null for those that there are
   *     not. Those of the file replace them, as Tomcat sets all of these when it starts.
   * @param line of Tomcat, such as {@code 10.1}
   */
  static Placeholders of(
      TomcatFolders folders, UnaryOperator<@Nullable String> ofProcess, String line)
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
    return new Placeholders(
        folders, properties, ofProcess, line.equals(LINE_OF_ONE_STEP) ? 1 : MOST_STEPS);
  }

  /** What the file says of a name, with its placeholders; null if it says nothing. */
  @Nullable String ofFile(String name) {
    return ofTomcat.getProperty(name);
  }

  /** The text with all that is known; the rest stays as it is. */
  String replacedIn(String text) {
    String replaced = text;
    for (int step = 0; step < steps; step++) {
      replaced =
          PLACEHOLDER.matcher(replaced).replaceAll(found -> Matcher.quoteReplacement(value(found)));
    }
    return replaced;
  }

  /** The first name that is not known; null if all are. */
  @Nullable String unknownIn(String text) {
    return PLACEHOLDER
        .matcher(replacedIn(text))
        .results()
        .filter(left -> value(left).equals(left.group()))
        .map(left -> left.group(NAME))
        .findFirst()
        .orElse(null);
  }

  private String value(MatchResult found) {
    String name = found.group(NAME);
    String standard = found.group(STANDARD);
    String value =
        switch (name) {
          case "catalina.base" -> folders.base().toString();
          case "catalina.home" -> folders.home().toString();
          default -> ofTomcat.getProperty(name);
        };
    if (value == null) {
      value = ofProcess.apply(name);
    }
    return value != null ? value : standard != null ? standard : found.group();
  }
}
