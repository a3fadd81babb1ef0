package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of the zip, and every mention of one in what Holdfast prints. */
final class DocumentsIT {

  private static final Path ROOT = Path.of("..");
  private static final Path DISTRIBUTION =
      Path.of(Objects.requireNonNull(System.getProperty("holdfast.distribution")));
  private static final Path PAGES = DISTRIBUTION.resolve("docs");
  private static final Pattern COMMENT = Pattern.compile("(?m)^ *(?:/?\\*|//).*$");
  private static final Pattern MENTION =
      Pattern.compile("(blob/main/)?docs/([\\w-]+)\\.(md|html)(?:#([\\w-]+))?");

  @Test
  void documentsWhenInTheSourceThenTheZipHasThemAsPages() throws IOException {
    Set<String> expected = new TreeSet<>(Set.of("SECURITY.html", "CHANGELOG.html"));
    for (Path document : files(ROOT.resolve("docs"), 1, ".md")) {
      String name = document.getFileName().toString().replace(".md", ".html");
      expected.add(name.equals("README.html") ? "index.html" : name);
    }

    Set<String> found =
        files(PAGES, 1, ".html").stream()
            .map(page -> page.getFileName().toString())
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(expected, found);
  }

  @Test
  void pageWhenReadWithoutANetworkThenFetchesNothing() throws IOException {
    Pattern fetched = Pattern.compile("(?:<script|src=\"http|<link [^>]*href=\"http|url\\()");
    for (Path page : files(PAGES, 1, ".html")) {
      assertEquals(0, fetched.matcher(Files.readString(page)).results().count(), page.toString());
    }
  }

  /** In log lines, errors, the doctor's advice, alerts, the dashboard and the install text. */
  @Test
  void pagesWhenPrintedThenTheZipHasThemWithTheirHeadings() throws IOException {
    Set<String> wrong = new TreeSet<>();
    int mentions = 0;
    for (Path file : printing()) {
      String text = COMMENT.matcher(Files.readString(file)).replaceAll("");
      for (MatchResult mention : MENTION.matcher(text).results().toList()) {
        mentions++;
        if (!leadsToAHeading(mention)) {
          wrong.add(file + ": " + mention.group());
        }
      }
    }

    assertEquals(Set.of(), wrong);
    assertTrue(mentions > 24, "only " + mentions + " mentions found");
  }

  private static boolean leadsToAHeading(MatchResult mention) throws IOException {
    boolean onTheWeb = mention.group(1) != null;
    Path page = PAGES.resolve(mention.group(2) + ".html");
    return mention.group(3).equals(onTheWeb ? "md" : "html")
        && Files.isRegularFile(page)
        && (mention.group(4) == null
            || Files.readString(page).contains(" id=\"" + mention.group(4) + "\""));
  }

  private static List<Path> printing() throws IOException {
    Set<String> notShipped =
        Set.of("benchmarks", "exploration", "examples", "applications", "demo-app");
    Stream<Path> sources =
        files(ROOT, Integer.MAX_VALUE, ".java").stream()
            .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
            .filter(file -> !notShipped.contains(file.getName(1).toString()));
    Stream<Path> distributed =
        Stream.of(files(DISTRIBUTION.resolve("monitoring"), 1, ""), files(DISTRIBUTION, 1, ".txt"))
            .flatMap(List::stream);
    return Stream.concat(sources, distributed).toList();
  }

  private static List<Path> files(Path folder, int depth, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files
          .filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file))
          .sorted()
          .toList();
    }
  }
}
