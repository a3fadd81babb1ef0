package io.holdfast.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts what makes a document hard to read. The ceilings of {@link #CEILINGS} may only fall: when
 * a page has become plainer, lower its row, or delete it at 0, 0, 0.
 */
final class PlainDocumentsTest {

  /** Most table cells above 40 words, sentences above 35 words, and banned words. Others: none. */
  private static final Map<String, Plainness> CEILINGS = new LinkedHashMap<>();

  static {
    String ceilings =
        """
        docs/operations.md 0 0 1
        """;
    ceilings
        .lines()
        .map(line -> line.trim().split(" +"))
        .forEach(
            row ->
                CEILINGS.put(
                    row[0],
                    new Plainness(
                        Integer.parseInt(row[1]),
                        Integer.parseInt(row[2]),
                        Integer.parseInt(row[3]))));
  }

  /** All documents without decisions and without what programs write. */
  private static final int WORDS = 55_000;

  private static final int WORDS_OF_README = 700;
  private static final int ROWS_OF_GLOSSARY = 20;
  private static final int WORDS_OF_DECISION = 350;
  private static final int DECISIONS = 45;

  private static final Pattern BANNED =
      Pattern.compile(
          "\\b(nobody|somebody|whoever|anew|in vain|for want of|who has|of which|than was"
              + "|as long as may be|stop(s|ped|ping)? in order|not believed|laid over|doubt|is over"
              + "|sealed records?|nodes that are found)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WRITTEN_BY_PROGRAM =
      Pattern.compile("(?s)<!-- ([\\w -]+): written by a program -->.*?<!-- end of \\1 -->");
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern ITEM = Pattern.compile("(#+|[-*]|\\d+\\.) +");
  private static final Pattern CELL_BORDER = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])[)\"*_]*\\s+");

  /** A comment; text blocks and strings are found first, because they may contain its signs. */
  private static final Pattern COMMENT_OF_CODE =
      Pattern.compile(
          "\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\])'"
              + "|(/\\*(?s:.*?)\\*/|//[^\n]*(?:\n\\s*//[^\n]*)*)");

  private static final Pattern LINE_OF_COMMENT = Pattern.compile("\\s*\n\\s*(\\*|//)?\\s*");
  private static final Pattern PARTS_OF_STRING = Pattern.compile("\"\\s*\\+\\s*\"");

  /** A program reports, demands and is queried. */
  private static final Pattern TALKING =
      Pattern.compile("\\b(tells?|told|(is|are|was) asked|look(s|ed) at)\\b");

  private static final Pattern STRING =
      Pattern.compile("\"([^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+)\"");

  /** A Javadoc comment of a method must begin with a verb. */
  private static final Pattern JAVADOC_OF_WHETHER = Pattern.compile("/\\*\\*[\\s*]*Whether [^\n]*");

  /** Descriptions of MBeans and the pages of demo and console, too. */
  private static final String CODE_AND_RESOURCES = ".*\\.(java|xml|html|js|jsp|md|properties)";

  private static final Path ROOT = Path.of("..");

  @Test
  void pagesWhenCountedThenNoneIsHarderToReadThanItsCeiling() throws IOException {
    List<String> harder = new ArrayList<>();
    for (String page : pages()) {
      String text = Files.readString(ROOT.resolve(page));
      Plainness ceiling = CEILINGS.getOrDefault(page, new Plainness(0, 0, 0));
      if (!plainness(text).isWithin(ceiling)) {
        harder.add(page + ": " + faults(text));
      }
    }

    assertEquals(List.of(), harder);
  }

  @Test
  void ceilingsWhenReadThenEachHasItsPage() throws IOException {
    assertTrue(pages().containsAll(CEILINGS.keySet()), CEILINGS::toString);
  }

  @Test
  void documentsWhenCountedThenHaveNoMoreWordsThanBefore() throws IOException {
    int words = 0;
    for (String page : pages()) {
      words += isDecision(page) ? 0 : words(prose(Files.readString(ROOT.resolve(page))));
    }

    assertTrue(words <= WORDS, "%d words, at most %d".formatted(words, WORDS));
  }

  @Test
  void mainCodeWhenReadThenHasNoBannedWord() throws IOException {
    List<String> banned = new ArrayList<>();
    for (Path source : mainSources(CODE_AND_RESOURCES)) {
      String joined = PARTS_OF_STRING.matcher(Files.readString(source)).replaceAll("");
      String text = LINE_OF_COMMENT.matcher(joined).replaceAll(" ");
      BANNED
          .matcher(text)
          .results()
          .map(found -> ROOT.relativize(source) + ": " + found.group())
          .forEach(banned::add);
    }

    assertEquals(List.of(), banned);
  }

  @Test
  void commentsOfTestsWhenReadThenHaveNoBannedWord() throws IOException {
    List<String> banned = new ArrayList<>();
    for (Path source : testSources()) {
      COMMENT_OF_CODE
          .matcher(Files.readString(source))
          .results()
          .map(found -> Objects.requireNonNullElse(found.group(1), ""))
          .map(comment -> LINE_OF_COMMENT.matcher(comment).replaceAll(" "))
          .flatMap(comment -> BANNED.matcher(comment).results())
          .map(found -> ROOT.relativize(source) + ": " + found.group())
          .forEach(banned::add);
    }

    assertEquals(List.of(), banned);
  }

  @Test
  void commentsWhenSignsStandInStringsThenAreTold() {
    String code =
        """
        "no /* comment" '"' // one
        // line
        /* two */ "\\" // three""";

    assertEquals(
        List.of("// one\n// line", "/* two */", "// three"),
        COMMENT_OF_CODE
            .matcher(code)
            .results()
            .map(found -> found.group(1))
            .filter(Objects::nonNull)
            .toList());
  }

  /** Log lines, errors and descriptions. */
  @Test
  void textsOfMainCodeWhenReadThenNoProgramTells() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path source : mainSources(".*\\.java")) {
      String joined = PARTS_OF_STRING.matcher(Files.readString(source)).replaceAll("");
      STRING
          .matcher(joined)
          .results()
          .filter(each -> TALKING.matcher(each.group(1)).find())
          .map(each -> ROOT.relativize(source) + ": " + each.group(1))
          .forEach(found::add);
    }

    assertEquals(List.of(), found);
  }

  @Test
  void javadocWhenReadThenNoneBeginsWithWhether() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path source : mainSources(".*\\.java")) {
      JAVADOC_OF_WHETHER
          .matcher(Files.readString(source))
          .results()
          .map(each -> ROOT.relativize(source) + ": " + each.group())
          .forEach(found::add);
    }

    assertEquals(List.of(), found);
  }

  @Test
  void readmeWhenCountedThenIsReadInFiveMinutes() throws IOException {
    int words = Files.readString(ROOT.resolve("README.md")).trim().split("\\s+").length;

    assertTrue(words <= WORDS_OF_README, "%d words, at most %d".formatted(words, WORDS_OF_README));
  }

  @Test
  void glossaryWhenCountedThenIsShort() throws IOException {
    long rows =
        Files.readString(ROOT.resolve("docs/glossary.md"))
                .lines()
                .filter(line -> line.startsWith("|"))
                .count()
            - 2;

    assertTrue(rows <= ROWS_OF_GLOSSARY, "%d rows, at most %d".formatted(rows, ROWS_OF_GLOSSARY));
  }

  @Test
  void decisionsWhenCountedThenAreFewAndShort() throws IOException {
    List<String> decisions =
        pages().stream()
            .filter(PlainDocumentsTest::isDecision)
            .filter(page -> !page.endsWith("README.md"))
            .toList();
    List<String> tooLong = new ArrayList<>();
    for (String page : decisions) {
      int words = words(prose(Files.readString(ROOT.resolve(page))));
      if (words > WORDS_OF_DECISION) {
        tooLong.add("%s has %d words, at most %d".formatted(page, words, WORDS_OF_DECISION));
      }
    }

    assertEquals(List.of(), tooLong);
    assertTrue(decisions.size() <= DECISIONS, () -> "%d decisions".formatted(decisions.size()));
  }

  @Test
  void plainnessWhenTextIsHardThenCountsWhatIs() {
    String sentence = "word ".repeat(36).trim() + ".";
    String text =
        """
        # A title

        Whoever reads this, reads it in
        vain. %s

        | cell | %s |
        |---|---|

        - `nobody` is code
        ```
        nobody
        ```
        <!-- table: written by a program -->
        nobody
        <!-- end of table -->
        """
            .formatted(sentence, "short. ".repeat(41));

    assertEquals(new Plainness(1, 1, 2), plainness(text));
    assertEquals(90, words(prose(text)));
  }

  private static SortedSet<String> pages() throws IOException {
    TreeSet<String> pages = new TreeSet<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs/decisions"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
            .filter(name -> name.endsWith(".md"))
            .forEach(pages::add);
      }
    }
    return pages;
  }

  private static List<Path> mainSources(String endings) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path source : sources()) {
      if (isOfMain(source) && source.toString().matches(endings)) {
        sources.add(source);
      }
    }
    return sources;
  }

  /** Java of tests, and of the applications and servers that tests and measurements run. */
  private static List<Path> testSources() throws IOException {
    return sources().stream()
        .filter(source -> !isOfMain(source) && source.toString().endsWith(".java"))
        .toList();
  }

  private static boolean isOfMain(Path source) {
    return source.toString().replace('\\', '/').contains("/src/main/");
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String parent : List.of(".", "applications", "examples", "spring-boot")) {
      try (Stream<Path> modules = Files.list(ROOT.resolve(parent))) {
        for (Path module : modules.map(each -> each.resolve("src")).toList()) {
          if (Files.isDirectory(module)) {
            try (Stream<Path> files = Files.walk(module)) {
              files.filter(Files::isRegularFile).forEach(sources::add);
            }
          }
        }
      }
    }
    return sources;
  }

  private static boolean isDecision(String page) {
    return page.startsWith("docs/decisions/");
  }

  private static Plainness plainness(String text) {
    return new Plainness(longCells(text).size(), longSentences(text).size(), banned(text).size());
  }

  private static String faults(String text) {
    return "%s; cells above 40 words: %s; sentences above 35 words: %s; banned: %s"
        .formatted(plainness(text), longCells(text), longSentences(text), banned(text));
  }

  private static List<String> longCells(String text) {
    return blocks(text, PlainDocumentsTest::isRow).filter(cell -> words(cell) > 40).toList();
  }

  private static List<String> longSentences(String text) {
    return blocks(text, line -> true)
        .flatMap(SENTENCE_END::splitAsStream)
        .filter(sentence -> words(sentence) > 35)
        .toList();
  }

  private static List<String> banned(String text) {
    return BANNED
        .matcher(prose(text).replaceAll("\\s+", " "))
        .results()
        .map(found -> found.group())
        .toList();
  }

  /** Cells of tables, headings, items of lists and paragraphs, each on one line. */
  private static Stream<String> blocks(String text, Predicate<String> wanted) {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    for (String each : (prose(text) + "\n\n").split("\n", -1)) {
      String line = each.strip();
      boolean begins = line.isEmpty() || isRow(line) || ITEM.matcher(line).lookingAt();
      if (begins) {
        blocks.add(block.toString());
        block.setLength(0);
      }
      if (isRow(line)) {
        CELL_BORDER.splitAsStream(line).filter(cell -> wanted.test(line)).forEach(blocks::add);
      } else if (wanted.test(line)) {
        block.append(ITEM.matcher(line).lookingAt() ? ITEM.matcher(line).replaceFirst("") : line);
        block.append(line.startsWith("#") ? ". " : " ");
      }
    }
    return blocks.stream();
  }

  private static boolean isRow(String line) {
    return line.startsWith("|");
  }

  /** What a reader reads: without code, without what programs write, links as their text. */
  private static String prose(String text) {
    String prose = WRITTEN_BY_PROGRAM.matcher(text).replaceAll("\n\n");
    prose = COMMENT.matcher(prose).replaceAll("");
    prose = CODE_BLOCK.matcher(prose).replaceAll("\n");
    prose = CODE.matcher(prose).replaceAll("code");
    return LINK.matcher(prose).replaceAll("$1");
  }

  private static int words(String text) {
    return (int)
        Arrays.stream(text.split("\\s+"))
            .filter(word -> word.chars().anyMatch(Character::isLetterOrDigit))
            .count();
  }

  private record Plainness(int longCells, int longSentences, int banned) {

    boolean isWithin(Plainness ceiling) {
      return longCells <= ceiling.longCells
          && longSentences <= ceiling.longSentences
          && banned <= ceiling.banned;
    }
  }
}
