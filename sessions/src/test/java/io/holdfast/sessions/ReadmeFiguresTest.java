package io.holdfast.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.document.SectionedDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IntSummaryStatistics;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The figures of README.md are those that the programs wrote, with the command that makes them. */
final class ReadmeFiguresTest {

  private static final Path README = Path.of("../README.md");
  private static final Pattern SOAK =
      Pattern.compile(
          "repeat with `(dist/soak 600 (\\d+))`\n"
              + "- seed \\2, (\\d+) faults, ([\\d,]+) requests, lost 0, failed 0,");
  private static final Pattern BEHIND =
      Pattern.compile("\\| ([^|]+) \\| (\\d+) of 300 \\| (\\d+) of 300 \\|");

  @Test
  void numberWhenComparedWithTheLastSoakThenIsThatOne() throws IOException {
    String section = new SectionedDocument(Path.of("../docs/reliability.md")).section("soak");
    MatchResult soak = SOAK.matcher(section).results().findFirst().orElseThrow();

    String number =
        "**0 of %s requests failed and 0 sessions lost an answered change** in ten minutes with %s faults"
            .formatted(soak.group(4), soak.group(3));
    assertTrue(readme().replaceAll("\\s+", " ").contains(number), number);
    assertTrue(readme().contains("`" + soak.group(1) + "`"), soak.group(1));
  }

  @Test
  void comparisonWhenComparedWithTheLastBenchmarkThenIsThatOne() throws IOException {
    String row =
        readme()
            .lines()
            .filter(line -> line.startsWith("| outdated or lost"))
            .findFirst()
            .orElseThrow();
    String[] cells = row.split(" \\| ", -1);

    assertEquals(behind("Holdfast"), cells[1]);
    assertEquals(behind("Redisson"), cells[2]);
    assertEquals(triedBehind("Spring Session"), cells[3]);
    assertEquals(behind("MSM"), cells[4]);
    assertEquals(behind("Tomcat's DeltaManager"), cells[5].replace(" |", ""));
  }

  /** Sessions that are outdated or lost, the least and the most of a manager's modes. */
  private static String behind(String manager) throws IOException {
    String section = new SectionedDocument(Path.of("../docs/benchmarks.md")).section("peers");
    IntSummaryStatistics found =
        BEHIND
            .matcher(section)
            .results()
            .filter(row -> row.group(1).startsWith(manager))
            .mapToInt(row -> Integer.parseInt(row.group(2)) + Integer.parseInt(row.group(3)))
            .summaryStatistics();
    assertTrue(found.getCount() > 0, manager);
    return found.getMin() == found.getMax()
        ? "" + found.getMin()
        : found.getMin() + " to " + found.getMax();
  }

  /** The same of a manager that the benchmark leaves out, from what was tried side by side. */
  private static String triedBehind(String manager) throws IOException {
    String section = new SectionedDocument(Path.of("../docs/comparison.md")).section("trials");
    MatchResult found =
        Pattern.compile("\\| %s \\| (\\d+) and (\\d+) \\|".formatted(manager))
            .matcher(section)
            .results()
            .findFirst()
            .orElseThrow();
    return "" + (Integer.parseInt(found.group(1)) + Integer.parseInt(found.group(2)));
  }

  private static String readme() throws IOException {
    return Files.readString(README);
  }
}
