package io.holdfast.dist;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long it took until sessions were where they belong, after nodes had gone or come.
 *
 * @param scenario what happened
 * @param sessions how many had to be stored
 * @param latencies of the requests meanwhile; none failed
 * @param stored from what happened to when all sessions were in the store; null if not measured
 * @param ended how many sessions ended meanwhile; none came back
 */
record ReturnFigure(
    String scenario, int sessions, List<Duration> latencies, @Nullable Duration stored, int ended) {

  static final String HEAD =
      "| what happens | sessions to store | requests | failed | largest latency |"
          + " waited over 500 ms | all is stored after | sessions ended meanwhile |"
          + " that came back |\n"
          + "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";

  /** A row of the table. */
  String row() {
    return "| %s | %,d | %,d | 0 | %,d ms | %,d | %s | %d | 0 |\n"
        .formatted(
            scenario,
            sessions,
            latencies.size(),
            latencies.stream().max(Duration::compareTo).orElse(Duration.ZERO).toMillis(),
            latencies.stream().filter(latency -> latency.toMillis() > 500).count(),
            stored == null ? "–" : "%,d ms".formatted(stored.toMillis()),
            ended);
  }
}
