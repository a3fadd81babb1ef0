package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.peers.Pair.Behind;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares our manager with others; what one of them cannot do is noted. */
public final class Peers {

  /** The pages of the document that published the figures of 2010. */
  private static final List<Page> PUBLISHED =
      List.of(Page.STATELESS, Page.SESSION, Page.STATEFULL, Page.LISTLIGHT);

  /** Those whose processor time is drawn. */
  private static final List<Page> DRAWN =
      List.of(
          Page.STATELESS,
          Page.STATEFULL,
          Page.LISTLIGHT,
          Page.READ_10,
          Page.MODIFY_10,
          Page.MODIFY_100);

  private static final int VISITORS = 200;
  private static final Pattern REDIS = Pattern.compile("v=(\\S+)");

  private Peers() {}

  /**
   * What was seen.
   *
   * @param users of people who keep connections and cookies
   * @param visitors of people who come once
   * @param complaints lines that a Tomcat logged as warnings or worse after it had started
   * @param failures what could not be measured, with the reason
   */
  record Seen(
      Figures users,
      Figures visitors,
      Map<String, Behind> behind,
      Map<String, Long> complaints,
      Map<String, String> failures) {}

  public static void perform(Run run) throws Exception {
    Bench bench = new Bench(run.root());
    Duration warmUp = run.effort(Duration.ofSeconds(1), Duration.ofMillis(200));
    Duration turn =
        run.effort(Duration.ofMillis(600), Duration.ofMillis(400), Duration.ofMillis(250));
    int rounds = run.effort(5, 3, 1);
    int visits = run.effort(10_000, 2_500, 1_500);
    Seen seen;
    try (Field<Pair> field = Field.goingOn(run, Contenders.on(bench))) {
      Figures users =
          field.measure(
              new Scenario<>(
                  "users",
                  List.of(Page.values()),
                  1,
                  rounds,
                  (pair, page, round) ->
                      one(page, pair.site().ask(page, round < 1 ? warmUp : turn))));
      Map<String, Behind> behind = new LinkedHashMap<>();
      field.each("on another Tomcat", (title, pair) -> behind.put(title, pair.behind()));
      // The pages are warm already; what is not is the making of connections and sessions.
      Figures visitors =
          field.measure(
              new Scenario<>(
                  "visitors",
                  PUBLISHED,
                  1,
                  rounds,
                  (pair, page, round) ->
                      one(page, pair.visit(page, VISITORS, round < 1 ? visits / 4 : visits))));
      Map<String, Long> complaints = new LinkedHashMap<>();
      field.each("the log", (title, pair) -> complaints.put(title, pair.complaints()));
      seen = new Seen(users, visitors, behind, complaints, field.failures());
    }
    draw(run, seen);
    Section section = section(run.section(), seen);
    try (Nodes nodes = new Nodes()) {
      section.with("memcached", nodes.version());
    }
    run.write(
        Run.BENCHMARKS,
        section
            .with("tomcat", bench.tomcatVersion())
            .with("redis", redis())
            .with("rounds", rounds)
            .with("visits", "%d".formatted(visits))
            .with("visitors", VISITORS)
            .withSeconds("turn", turn)
            .withSeconds("warm-up", warmUp));
  }

  private static void draw(Run run, Seen seen) throws IOException {
    List<String> all = titles();
    run.image(
        "peers-published.svg",
        new Comparison(seen.visitors, all, Contenders.PLAIN, titles(PUBLISHED))
            .chart(Turn::rate, "requests a second", "%,.0f"));
    run.image(
        "peers-cpu.svg",
        new Comparison(seen.users, all, Contenders.PLAIN, titles(DRAWN))
            .chart(Turn::cpuMicros, "µs for each request", "%.1f"));
  }

  private static Map<String, Turn> one(Page page, Turn turn) {
    return Map.of(page.toString(), turn);
  }

  static List<String> titles() {
    return List.copyOf(Contenders.on(new Bench(Path.of(""))).keySet());
  }

  static List<String> titles(List<Page> pages) {
    return pages.stream().map(Page::toString).toList();
  }

  /** The tables. */
  static Section section(Section section, Seen seen) {
    List<String> pages = titles(List.of(Page.values()));
    Comparison visitors =
        new Comparison(seen.visitors, titles(), Contenders.PLAIN, titles(PUBLISHED));
    Comparison users = new Comparison(seen.users, titles(), Contenders.PLAIN, pages);
    return section
        .with(
            "no manager",
            Table.row(
                "no manager, here",
                visitors.subjects(),
                page ->
                    "%,.0f"
                        .formatted(seen.visitors.of(Contenders.PLAIN, page, Turn::rate).median())))
        .with("javolution", published(visitors, "javolution"))
        .with("java", published(visitors, "java"))
        .with("xstream", published(visitors, "xstream"))
        .with("visitors throughput", visitors.ratios(Turn::rate, "%,.0f"))
        .with("visitors cpu", visitors.ratios(Turn::cpuMicros, "%.1f µs"))
        .with("visitors traffic", visitors.traffic())
        .with("users", Site.USERS)
        .with("users throughput", users.ratios(Turn::rate, "%,.0f"))
        .with("users cpu", users.ratios(Turn::cpuMicros, "%.1f µs"))
        .with("users latencies", users.latencies())
        .with("users traffic", users.traffic())
        .with("wrong", users.table((who, page) -> wrong(seen.users.turns(who, page))))
        .with("sessions", Pair.SESSIONS)
        .with("hits", Pair.HITS)
        .with("pause", Pair.PAUSE.toSeconds())
        .with("behind", behind(seen))
        .with("failures", failures(seen.failures));
  }

  /** What our manager and MSM do with a serializer, beside no manager. */
  private static String published(Comparison here, String serializer) {
    return Stream.of("Holdfast", "MSM")
        .map(
            product ->
                Table.row(
                    "%s, %s here".formatted(serializer, product),
                    here.subjects(),
                    page -> ratio(here, "%s %s, async".formatted(product, serializer), page)))
        .collect(Collectors.joining());
  }

  private static String ratio(Comparison here, String who, String page) {
    return here.figures().has(who, page)
        ? "%.2f".formatted(here.ratio(who, page, Turn::rate).median())
        : "";
  }

  /** The share of wrong answers, all rounds together; empty where there were none. */
  private static String wrong(List<Turn> turns) {
    long wrong = turns.stream().mapToLong(Turn::wrong).sum();
    long requests = turns.stream().mapToLong(Turn::operations).sum();
    return wrong == 0 ? "" : "%.2f %%".formatted(100.0 * wrong / requests);
  }

  private static String behind(Seen seen) {
    return titles().stream()
        .map(
            title -> {
              Behind behind = seen.behind.get(title);
              Long logged = seen.complaints.get(title);
              return Table.line(
                  title,
                  behind == null ? "" : behind.stale() + " of " + Pair.SESSIONS,
                  behind == null ? "" : behind.lost() + " of " + Pair.SESSIONS,
                  logged == null ? "" : "%,d".formatted(logged));
            })
        .collect(Collectors.joining());
  }

  private static String failures(Map<String, String> failures) {
    return failures.isEmpty()
        ? ""
        : failures.entrySet().stream()
            .map(failure -> "- %s: %s\n".formatted(failure.getKey(), failure.getValue()))
            .collect(Collectors.joining("", "### What could not be measured\n\n", ""));
  }

  /** The version of Redis. */
  static String redis() {
    try {
      Process process = new ProcessBuilder("redis-server", "--version").start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher version = REDIS.matcher(said);
      return version.find() ? version.group(1) : "unknown";
    } catch (IOException missing) {
      return "not installed";
    }
  }
}
