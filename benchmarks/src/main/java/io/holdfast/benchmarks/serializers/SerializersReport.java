package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.report.BarChart;
import io.holdfast.benchmarks.report.BarChart.Bar;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Spread;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.serializers.Serializers.Effort;
import io.holdfast.benchmarks.serializers.Serializers.Task;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of serializers, what was aimed at, and what others have claimed.
 *
 * @param sizes of a session in bytes, by the titles of workload and contender
 */
record SerializersReport(Figures figures, Map<String, Map<String, Integer>> sizes, Effort effort) {

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

  private int bytes(Workload workload, Contender contender) {
    return sizes.getOrDefault(workload.title(), Map.of()).getOrDefault(contender.title(), 0);
  }

  private double micros(Contender contender, Workload workload, String method) {
    return figures
        .of(contender.title(), new Task(workload, method).toString(), Turn::cpuMicros)
        .median();
  }

  /** How many times as long one takes as another. */
  private Spread ratio(Contender one, Contender other, Workload workload, String method) {
    List<String> task = List.of(new Task(workload, method).toString());
    return figures.ratio(one.title(), other.title(), task, Turn::cpuMicros);
  }

  /** Bytes and times of all contenders. */
  BarChart chart(Workload workload) {
    return new BarChart()
        .panel("bytes", bars(workload, one -> bytes(workload, one), "%.0f"))
        .panel("µs to write", bars(workload, one -> micros(one, workload, Task.WRITE), "%.1f"))
        .panel("µs to read", bars(workload, one -> micros(one, workload, Task.READ), "%.1f"));
  }

  private static List<Bar> bars(
      Workload workload, ToDoubleFunction<Contender> figure, String format) {
    return on(workload).stream()
        .map(
            contender -> {
              double value = figure.applyAsDouble(contender);
              String label = contender.title().replace(" | ", ", ");
              return new Bar(label, value, format.formatted(value), contender.isOurs());
            })
        .toList();
  }

  /** The figures. */
  Section section(Section section) {
    return section
        .with("rounds", rounds())
        .with("iterations", effort.iterations())
        .with("iteration", effort.iteration())
        .with("warm-ups", effort.warmUps())
        .with(
            "workloads",
            effort.workloads().stream().map(this::workload).collect(Collectors.joining("\n")))
        .with("options", options())
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
    return Table.line(
            "time of ours at most %.2f × the plain library's".formatted(MOST_TIMES_PLAIN),
            slower(),
            verdict(slowest() <= MOST_TIMES_PLAIN))
        + target("kryo: at most 1/2 of Java's bytes on (a)", bytes, tickets, 2)
        + target("kryo: at most 1/3 of Java's bytes on (b)", bytes, shop, 3)
        + target(
            "kryo: written at least 2.5 × faster than java on (a)",
            "%.2f ×",
            faster(Task.WRITE),
            2.5)
        + target("kryo: read at least 6 × faster than java on (a)", "%.2f ×", faster(Task.READ), 6);
  }

  /** How many times the bytes of a contender Java's serialization takes. */
  private double javaBytesBy(Workload workload, Contender contender) {
    return (double) bytes(workload, Contender.JAVA_PLAIN) / bytes(workload, contender);
  }

  private String rounds() {
    boolean alike = effort.bulkyRounds() == 0 || effort.bulkyRounds() == effort.rounds();
    return count(effort.rounds())
        + (alike ? "" : ", on (c) and (d) of " + count(effort.bulkyRounds()));
  }

  private static String count(int rounds) {
    return rounds == 1 ? "1 round" : rounds + " rounds";
  }

  private String workload(Workload workload) {
    Map<String, Contender> byTitle =
        on(workload).stream().collect(Collectors.toMap(Contender::title, one -> one));
    String table =
        Table.grid(
            on(workload).stream().map(Contender::title).toList(),
            List.of(
                "bytes",
                "write µs",
                "write ÷ plain",
                "read µs",
                "read ÷ plain",
                "allocated to write",
                "to read"),
            (title, column) -> cell(Objects.requireNonNull(byTitle.get(title)), workload, column));
    String image =
        workload.isBulky()
            ? ""
            : "![%s](images/%s)\n\n".formatted(workload.title(), imageOf(workload));
    return "### %s\n\n%s%s".formatted(workload.title(), image, table);
  }

  private String cell(Contender contender, Workload workload, String column) {
    String method = column.contains("write") ? Task.WRITE : Task.READ;
    @Nullable Contender plain = contender.plain();
    if (column.equals("bytes")) {
      return "%,d".formatted(bytes(workload, contender));
    } else if (column.endsWith("µs")) {
      double micros = micros(contender, workload, method);
      return (micros < 100 ? "%.2f" : "%,.0f").formatted(micros);
    } else if (column.endsWith("plain")) {
      return plain == null ? "" : ratio(contender, plain, workload, method).inWords();
    }
    String task = new Task(workload, method).toString();
    return "%,.0f".formatted(figures.of(contender.title(), task, Turn::bytes).median());
  }

  /** What the options of kryo save, and what a record then survives. */
  private String options() {
    return option(
            "compatible, the default",
            Contender.KRYO,
            "fields were added, removed, reordered or got a wider type; superclasses were inserted"
                + " or removed; enum constants were added or reordered")
        + option(
            "registered classes",
            Contender.KRYO_REGISTERED,
            "the same, and after classes were added at the end of the list")
        + option(
            "field serializer",
            Contender.KRYO_FIELDS,
            "fields were reordered or moved to a superclass; enum constants were added or"
                + " reordered; methods were added");
  }

  private String option(String name, Contender contender, String survives) {
    Stream<String> bytes =
        SMALL.stream().map(workload -> "%,d".formatted(bytes(workload, contender)));
    Stream<String> times =
        METHODS.stream()
            .flatMap(
                method ->
                    SMALL.stream()
                        .map(workload -> ratio(contender, Contender.KRYO, workload, method))
                        .map(ratio -> "%.2f".formatted(ratio.median())));
    return Table.line(
        Stream.of(Stream.of(name), bytes, times, Stream.of(survives))
            .flatMap(cells -> cells)
            .toList());
  }

  private static String target(String aim, String seen, double figure, double least) {
    return Table.line(aim, seen.formatted(figure), verdict(figure >= least));
  }

  private static String verdict(boolean met) {
    return met ? "met" : "missed";
  }

  private double faster(String method) {
    return micros(Contender.JAVA, Workload.TICKETS, method)
        / micros(Contender.KRYO, Workload.TICKETS, method);
  }

  private double toCompatible(String method) {
    return ratio(Contender.KRYO, Contender.KRYO_PLAIN_COMPATIBLE, Workload.TICKETS, method)
        .median();
  }

  /** Ours beside the plain library. */
  private record Comparison(Contender contender, Workload workload, String method, double ratio) {
    @Override
    public String toString() {
      return "%s %s %s %.2f"
          .formatted(contender.serializer(), workload.title().substring(0, 3), method, ratio);
    }
  }

  private List<Comparison> comparisons() {
    return effort.workloads().stream()
        .flatMap(
            workload ->
                Stream.of(Contender.JAVA, Contender.KRYO, Contender.XSTREAM)
                    .flatMap(one -> METHODS.stream().map(method -> compare(one, workload, method))))
        .toList();
  }

  private Comparison compare(Contender contender, Workload workload, String method) {
    Contender plain = Objects.requireNonNull(contender.plain());
    return new Comparison(
        contender, workload, method, ratio(contender, plain, workload, method).median());
  }

  private double slowest() {
    return comparisons().stream().mapToDouble(Comparison::ratio).max().orElse(Double.NaN);
  }

  private String slower() {
    List<Comparison> all = comparisons();
    List<Comparison> slower = all.stream().filter(one -> one.ratio > MOST_TIMES_PLAIN).toList();
    return slower.isEmpty()
        ? "in all %d comparisons, at most %.2f".formatted(all.size(), slowest())
        : "in %d of %d comparisons; not: %s"
            .formatted(
                all.size() - slower.size(),
                all.size(),
                slower.stream().map(Comparison::toString).collect(Collectors.joining("; ")));
  }
}
