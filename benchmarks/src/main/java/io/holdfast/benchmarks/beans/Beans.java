package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Compares sessions and stateful beans, with our manager and without. */
public final class Beans {

  private static final String PLAIN = ", Tomcat's own manager";
  private static final String OURS = ", Holdfast";
  private static final String SESSION = "0: HttpSession";
  private static final String REMOVED = "1: stateful bean, removed";
  private static final String LEFT = "2: stateful bean, left to passivation";

  /** Where parts are kept, with the number of the published experiment, as the page calls it. */
  private static final Map<String, String> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put(SESSION, "session");
    KINDS.put(REMOVED, "removed");
    KINDS.put(LEFT, "left");
  }

  private Beans() {}

  public static void perform(Run run) throws Exception {
    List<Integer> users =
        run.effort(List.of(100, 200, 300, 400, 500), List.of(100, 300, 500), List.of(100, 500));
    Duration warmUp = run.effort(Duration.ofSeconds(5), Duration.ofSeconds(2));
    Duration turn = run.effort(Duration.ofMillis(1_500), Duration.ofSeconds(1));
    int rounds = run.effort(3, 1);
    Map<String, Callable<Tomee>> servers = new LinkedHashMap<>();
    KINDS.forEach(
        (title, kind) -> {
          servers.put(title + PLAIN, () -> new Tomee(run.root(), kind, false));
          servers.put(title + OURS, () -> new Tomee(run.root(), kind, true));
        });
    try (Field<Tomee> field = Field.of(run, servers)) {
      int most = users.get(users.size() - 1);
      field.each("warming up", (title, tomee) -> tomee.ask(most, warmUp));
      Figures figures =
          field.measure(
              new Scenario<>(
                  "beans",
                  users,
                  0,
                  rounds,
                  (tomee, number, round) -> Map.of(title(number), tomee.ask(number, turn))));
      Section section = section(run.section(), figures, users);
      run.image(
          "beans.svg", comparison(figures, users).chart(Turn::rate, "requests a second", "%,.0f"));
      run.write(
          Run.BENCHMARKS,
          section
              .with("versions", field.get(SESSION + PLAIN).versions())
              .with("parts", Tomee.PARTS)
              .with("part", Tomee.PART)
              .withSeconds("turn", turn)
              .with("rounds", rounds));
    }
  }

  static String title(int users) {
    return users + " users";
  }

  /** The titles of all servers. */
  static List<String> servers() {
    return KINDS.keySet().stream().flatMap(kind -> Stream.of(kind + PLAIN, kind + OURS)).toList();
  }

  private static Comparison comparison(Figures figures, List<Integer> users) {
    return new Comparison(
        figures, servers(), SESSION + PLAIN, users.stream().map(Beans::title).toList());
  }

  static Section section(Section section, Figures figures, List<Integer> users) {
    Comparison servers = comparison(figures, users);
    return section
        .withRatio("removed plain", ratio(servers, REMOVED + PLAIN, SESSION + PLAIN))
        .withRatio("removed ours", ratio(servers, REMOVED + OURS, SESSION + OURS))
        .withRatio("left plain", ratio(servers, LEFT + PLAIN, SESSION + PLAIN))
        .withRatio("left ours", ratio(servers, LEFT + OURS, SESSION + OURS))
        .withRatio("session by ours", ratio(servers, SESSION + OURS, SESSION + PLAIN))
        .withRatio("removed by ours", ratio(servers, REMOVED + OURS, REMOVED + PLAIN))
        .withRatio("left by ours", ratio(servers, LEFT + OURS, LEFT + PLAIN))
        .with("rates", servers.mediansBeside(Turn::rate, "%,.0f", Beans::plain))
        .with("cpu", servers.mediansBeside(Turn::cpuMicros, "%,.0f", Beans::plain));
  }

  private static double ratio(Comparison servers, String one, String other) {
    return servers.figures().ratio(one, other, servers.subjects(), Turn::rate).median();
  }

  /** The server that does the same without us. */
  private static String plain(String title) {
    return title.replace(OURS, PLAIN);
  }
}
