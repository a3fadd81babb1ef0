package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.report.BarChart;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Spread;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.serializers.Serializers.Effort;
import io.holdfast.benchmarks.serializers.Serializers.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was seen of serializers, what was aimed at, and what others have claimed. */
record SerializersReport(Figures figures, Effort effort) {

  private static final double MOST_TIMES_PLAIN = 1.25;
  private static final List<String> METHODS = List.of(Task.WRITE, Task.READ);
  private static final List<Workload> SMALL = List.of(Workload.TICKETS, Workload.WEB_SESSION);

  /** The file name of the chart of a workload. */
  static String imageOf(Workload workload) {
    return "serializers-" + workload.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".svg";
  }

  private static List<Contender> on(Workload workload) {
    return Stream.of(Contender.values()).filter(one -> one.isMeasuredOn(workload)).toList();
  }

  private double figure(
      Contender contender, Workload workload, String method, ToDoubleFunction<Turn> figure) {
    return figures.of(contender.title(), subject(workload, method), figure).median();
  }

  private double bytes(Workload workload, Contender contender) {
    return figure(contender, workload, Task.SIZE, Turn::bytes);
  }

  private double micros(Contender contender, Workload workload, String method) {
    return figure(contender, workload, method, Turn::cpuMicros);
  }

  /** How many times as long one takes as another. */
  private Spread ratio(Contender one, Contender other, Workload workload, String method) {
    List<String> task = List.of(subject(workload, method));
    return figures.ratio(one.title(), other.title(), task, Turn::cpuMicros);
  }

  /** Bytes and times of all contenders. */
  BarChart chart(Workload workload) {
    List<String> titles = on(workload).stream().map(Contender::title).toList();
    Comparison all = new Comparison(figures, titles, "", List.of());
    return new BarChart()
        .panel("bytes", all.bars(subject(workload, Task.SIZE), Turn::bytes, "%.0f"))
        .panel("µs to write", all.bars(subject(workload, Task.WRITE), Turn::cpuMicros, "%.1f"))
        .panel("µs to read", all.bars(subject(workload, Task.READ), Turn::cpuMicros, "%.1f"));
  }

  private static String subject(Workload workload, String method) {
    return new Task(workload, method).toString();
  }

  /** The figures. */
  Section section(Section section) {
    for (Workload workload : Workload.values()) {
      boolean isMeasured = effort.workloads().contains(workload);
      section.withRows(
          workload.name().toLowerCase(Locale.ROOT).replace('_', ' '),
          isMeasured
              ? on(workload).stream().map(contender -> cells(contender, workload)).toList()
              : List.of());
    }
    return section
        .with("rounds", effort.rounds())
        .with("bulky rounds", effort.bulkyRounds())
        .with("iterations", effort.iterations())
        .with("iteration", effort.iteration())
        .with("warm-ups", effort.warmUps())
        .with("compatible", option(Contender.KRYO))
        .with("registered", option(Contender.KRYO_REGISTERED))
        .with("by fields", option(Contender.KRYO_FIELDS))
        .with("targets", targets())
        .withRatio("write by compatible", toCompatible(Task.WRITE))
        .withRatio("read by compatible", toCompatible(Task.READ))
        .withRatio("bytes by ours", javaBytesBy(Workload.TICKETS, Contender.KRYO_ALONE))
        .withRatio("bytes by plain", javaBytesBy(Workload.TICKETS, Contender.KRYO_PLAIN))
        .with("written faster", "%.1f".formatted(faster(Task.WRITE)))
        .with("read faster", "%.1f".formatted(faster(Task.READ)));
  }

  private String targets() {
    String bytes = "Java's are %.2f × kryo's";
    double tickets = javaBytesBy(Workload.TICKETS, Contender.KRYO_ALONE);
    double shop = javaBytesBy(Workload.WEB_SESSION, Contender.KRYO_ALONE);
    double written = faster(Task.WRITE);
    return timesPlain()
        + target("kryo: at most 1/2 of Java's bytes on (a)", bytes, tickets, 2)
        + target("kryo: at most 1/3 of Java's bytes on (b)", bytes, shop, 3)
        + target("kryo: written at least 2.5 × faster than java on (a)", "%.2f ×", written, 2.5)
        + target("kryo: read at least 6 × faster than java on (a)", "%.2f ×", faster(Task.READ), 6);
  }

  private static String target(String aim, String seen, double figure, double least) {
    return Table.line(aim, seen.formatted(figure), verdict(figure >= least));
  }

  private static String verdict(boolean met) {
    return met ? "met" : "missed";
  }

  /** How many times the bytes of a contender Java's serialization takes. */
  private double javaBytesBy(Workload workload, Contender contender) {
    return bytes(workload, Contender.JAVA_PLAIN) / bytes(workload, contender);
  }

  /** Of one row, by the titles of the columns. */
  private Map<String, String> cells(Contender contender, Workload workload) {
    Map<String, String> cells = new HashMap<>();
    cells.put("", contender.title());
    cells.put("bytes", "%,.0f".formatted(bytes(workload, contender)));
    for (String method : METHODS) {
      double micros = micros(contender, workload, method);
      cells.put(method + " µs", (micros < 100 ? "%.2f" : "%,.0f").formatted(micros));
      Contender plain = contender.plain();
      if (plain != null) {
        cells.put(method + " ÷ plain", ratio(contender, plain, workload, method).inWords());
      }
      cells.put(
          method.equals(Task.WRITE) ? "allocated to write" : "to read",
          "%,.0f".formatted(figure(contender, workload, method, Turn::bytes)));
    }
    return cells;
  }

  /** Cells of the bytes with an option of kryo, and of the times by those without one. */
  private String option(Contender contender) {
    Stream<String> bytes =
        SMALL.stream().map(workload -> "%,.0f".formatted(bytes(workload, contender)));
    Stream<String> times =
        METHODS.stream()
            .flatMap(
                method ->
                    SMALL.stream()
                        .map(workload -> ratio(contender, Contender.KRYO, workload, method))
                        .map(ratio -> "%.2f".formatted(ratio.median())));
    return Stream.concat(bytes, times).collect(Collectors.joining(" | "));
  }

  private double faster(String method) {
    return micros(Contender.JAVA, Workload.TICKETS, method)
        / micros(Contender.KRYO, Workload.TICKETS, method);
  }

  private double toCompatible(String method) {
    return ratio(Contender.KRYO, Contender.KRYO_PLAIN_COMPATIBLE, Workload.TICKETS, method)
        .median();
  }

  /** The time of each of ours by that of the plain library, where there is one. */
  private String timesPlain() {
    int all = 0;
    List<String> slower = new ArrayList<>();
    for (Workload workload : effort.workloads()) {
      for (Contender contender : List.of(Contender.JAVA, Contender.KRYO, Contender.XSTREAM)) {
        Contender plain = Objects.requireNonNull(contender.plain());
        for (String method : METHODS) {
          double ratio = ratio(contender, plain, workload, method).median();
          all++;
          if (ratio > MOST_TIMES_PLAIN) {
            String group = workload.title().substring(0, 3);
            slower.add("%s %s %s %.2f".formatted(contender.serializer(), group, method, ratio));
          }
        }
      }
    }
    return Table.line(
        "time of ours at most %.2f × the plain library's".formatted(MOST_TIMES_PLAIN),
        slower.isEmpty()
            ? "in all %d comparisons".formatted(all)
            : "in %d of %d comparisons; not: %s"
                .formatted(all - slower.size(), all, String.join("; ", slower)),
        verdict(slower.isEmpty()));
  }
}
