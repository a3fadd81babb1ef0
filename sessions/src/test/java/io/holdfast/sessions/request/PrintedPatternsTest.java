package io.holdfast.sessions.request;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The patterns of ignored requests that people copy from the documents and examples. */
final class PrintedPatternsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern IN_XML = Pattern.compile("requestUriIgnorePattern=\"([^\"]+)\"");
  private static final Pattern IN_LIST =
      Pattern.compile("(?m)^- \\*\\*`requestUriIgnorePattern`.*`(HEAD [^`]+)` ignores");

  static Stream<String> patterns() throws IOException {
    Stream<String> documented = found(IN_LIST, ROOT.resolve("docs/configuration.md"));
    return Stream.concat(
        documented,
        Stream.of("dist/src/files/examples", "examples/kubernetes")
            .flatMap(folder -> files(ROOT.resolve(folder)).stream())
            .flatMap(file -> found(IN_XML, file)));
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.endsWith("context.xml")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> found(Pattern pattern, Path file) {
    try {
      List<MatchResult> all = pattern.matcher(Files.readString(file)).results().toList();
      assertFalse(all.isEmpty() && pattern == IN_LIST, file::toString);
      return all.stream().map(match -> match.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void patternWhenPrintedThenMatchesFilesAndNothingThatAClientMakesLookLikeOne(String pattern) {
    Pattern ignored = Pattern.compile(pattern, Pattern.DOTALL);

    for (String file : List.of("/logo.png", "/shop/style.css", "/logo.png?v=2", "/a.css?v=2&w")) {
      assertTrue(new RequestLine("GET", file).matches(ignored), file);
    }
    for (String order : List.of("/order", "/order?x=.png", "/order?/logo.png", "/order?a.css?b")) {
      assertFalse(new RequestLine("POST", order).matches(ignored), order);
    }
  }
}
