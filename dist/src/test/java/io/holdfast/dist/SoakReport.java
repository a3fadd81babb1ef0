package io.holdfast.dist;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a soak without a loss came to.
 *
 * @param seed of all that was left to chance
 * @param happened how often each kind of fault happened on the lines to the nodes
 */
record SoakReport(
    Duration length, long seed, List<SoakRound> rounds, Map<String, Long> happened, String heap) {

  /** One line. */
  String summary() {
    return "seed %d, %d faults, %,d requests, lost 0, failed 0, stale %d; %s"
        .formatted(seed, rounds.size(), requests(rounds), stale(rounds), heap);
  }

  /** As the document shows it. */
  String section() {
    StringBuilder text = new StringBuilder();
    text.append(
        "- %s UTC, commit `%s`; %d s, repeat with `dist/soak %3$d %d`\n"
            .formatted(
                LocalDateTime.now(ZoneOffset.UTC)
                    .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")),
                System.getProperty("holdfast.commit", "unknown"),
                length.toSeconds(),
                seed));
    text.append("- ").append(summary()).append('\n');
    text.append("- on the lines: ").append(new TreeMap<>(happened)).append("\n\n");
    text.append("| fault | times | requests | lost | failed | stale reads |");
    text.append(" largest latency | redundant again after, at most |\n");
    text.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    rounds.stream()
        .collect(groupingBy(round -> round.fault().title(), TreeMap::new, toList()))
        .forEach((fault, of) -> text.append(row(fault, of)));
    return text.toString();
  }

  private static String row(String fault, List<SoakRound> rounds) {
    return "| %s | %d | %,d | 0 | 0 | %d | %,d ms | %,d ms |\n"
        .formatted(
            fault,
            rounds.size(),
            requests(rounds),
            stale(rounds),
            most(rounds, SoakRound::largestLatency),
            most(rounds, SoakRound::redundantAfter));
  }

  private static int requests(List<SoakRound> rounds) {
    return rounds.stream().mapToInt(SoakRound::requests).sum();
  }

  private static int stale(List<SoakRound> rounds) {
    return rounds.stream().mapToInt(SoakRound::stale).sum();
  }

  private static long most(List<SoakRound> rounds, Function<SoakRound, Duration> time) {
    return rounds.stream().map(time).mapToLong(Duration::toMillis).max().orElse(0);
  }
}
