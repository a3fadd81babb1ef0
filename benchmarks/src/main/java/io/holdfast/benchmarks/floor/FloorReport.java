package io.holdfast.benchmarks.floor;

import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.floor.Floor.Bare;
import io.holdfast.benchmarks.floor.Floor.Within;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Spread;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.process.Jdk;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The floor, and how far Holdfast is from it.
 *
 * @param clients in the order of the rows
 * @param running the JDK of the Tomcats, with whose bare clients they are compared
 */
record FloorReport(Figures figures, List<Bare> clients, Jdk running) {

  /** Whose Tomcats are measured; the first stores nothing. */
  static final List<Mode> MODES =
      List.of(
          Mode.PLAIN, Mode.STICKY_ASYNC, Mode.STICKY_SYNC, Mode.NONE, Mode.OPTIMISTIC, Mode.ALL);

  private static final List<Step> STEPS =
      Stream.of(Step.values()).filter(step -> step != Step.COUNTER).toList();

  /**
   * A mode beside the commands that it sends.
   *
   * @param aim how many times the floor it may cost at most; 0 if nothing is aimed at
   */
  private record Beside(Mode mode, Step step, double aim) {}

  private static final List<Beside> BESIDE =
      List.of(
          new Beside(Mode.STICKY_ASYNC, Step.SENT, 0),
          new Beside(Mode.STICKY_SYNC, Step.WRITE, 1.5),
          new Beside(Mode.NONE, Step.CHANGE, 2),
          new Beside(Mode.OPTIMISTIC, Step.CHANGE, 2),
          new Beside(Mode.NONE, Step.CHANGE_COPIED, 0),
          new Beside(Mode.OPTIMISTIC, Step.CHANGE_COPIED, 0),
          new Beside(Mode.ALL, Step.CHANGE_LEASED, 0));

  /** The tables. */
  Section section(Section section) {
    return section
        .with("clients", table((client, step) -> micros(client, step).inWords("%.1f")))
        .with("beside", table(this::besideOwn))
        .with("plain", time(Mode.PLAIN).inWords("%.1f"))
        .with("within", Step.IN_TOMCATS.stream().map(this::within).collect(Collectors.joining()))
        .with("distance", BESIDE.stream().map(this::distance).collect(Collectors.joining()));
  }

  private String table(BiFunction<Bare, Step, String> cell) {
    return clients.stream()
        .map(
            client ->
                Stream.concat(
                        Stream.of(client.toString()),
                        STEPS.stream().map(step -> cell.apply(client, step)))
                    .toList())
        .map(Table::line)
        .collect(Collectors.joining());
  }

  private Spread micros(Bare client, Step step) {
    return figures.of(client.toString(), step.toString(), Turn::cpuMicros);
  }

  /** Divided by a connection per thread on the same JDK; that one's own cell is empty. */
  private String besideOwn(Bare client, Step step) {
    if (client.way() == Way.OWN) {
      return "";
    }
    Spread ratio =
        figures.ratio(
            client.toString(),
            new Bare(client.jdk(), Way.OWN).toString(),
            List.of(step.toString()),
            Turn::cpuMicros);
    return ratio.inWords() + (ratio.spans(1) ? ": noise" : "");
  }

  /** A row: what a plain Tomcat takes that sends these commands, by the way it does. */
  private String within(Step step) {
    return Table.line(
        Stream.concat(
                Stream.of(step.toString()),
                Within.of(step)
                    .flatMap(
                        within ->
                            Stream.of(
                                time(within).inWords("%.1f"),
                                figures
                                    .ratio(
                                        within.toString(),
                                        Mode.PLAIN.toString(),
                                        List.of(Step.COUNTER.toString()),
                                        Turn::cpuMicros)
                                    .inWords())))
            .toArray(String[]::new));
  }

  private Spread time(Object tomcat) {
    return figures.of(tomcat.toString(), Step.COUNTER.toString(), Turn::cpuMicros);
  }

  private String distance(Beside beside) {
    List<Double> floor = floor(beside.step);
    List<Double> overhead = overhead(beside.mode);
    return Table.line(
        beside.mode.toString(),
        time(beside.mode).inWords("%.1f"),
        Spread.of(overhead).inWords("%.1f"),
        beside.step.toString(),
        Spread.of(floor).inWords("%.1f"),
        times(overhead, floor),
        beside.aim == 0 ? "" : "≤ %.1f".formatted(beside.aim),
        inTomcat(beside.step).map(least -> Spread.of(least).inWords("%.1f")).orElse(""),
        inTomcat(beside.step).map(least -> times(overhead, least)).orElse(""));
  }

  private static String times(List<Double> overhead, List<Double> floor) {
    return Spread.of(Figures.byRound(overhead, floor, (more, least) -> more / least)).inWords();
  }

  /** What the cheapest plain Tomcat takes more that sends these commands, by round. */
  Optional<List<Double>> inTomcat(Step step) {
    return Step.IN_TOMCATS.contains(step)
        ? Within.of(step).map(this::overhead).reduce(FloorReport::least)
        : Optional.empty();
  }

  private static List<Double> least(List<Double> ones, List<Double> others) {
    return Figures.byRound(ones, others, Math::min);
  }

  /** What a request takes more than on plain Tomcat, by round. */
  List<Double> overhead(Object tomcat) {
    String page = Step.COUNTER.toString();
    return Figures.byRound(
        figures.values(tomcat.toString(), page, Turn::cpuMicros),
        figures.values(Mode.PLAIN.toString(), page, Turn::cpuMicros),
        (own, plain) -> own - plain);
  }

  /** What the cheapest bare client on the Tomcats' JDK takes for a step, by round. */
  List<Double> floor(Step step) {
    return clients.stream()
        .filter(client -> client.jdk().feature() == running.feature())
        .map(client -> figures.values(client.toString(), step.toString(), Turn::cpuMicros))
        .reduce(FloorReport::least)
        .orElseThrow();
  }
}
