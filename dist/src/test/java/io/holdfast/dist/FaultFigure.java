package io.holdfast.dist;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one fault did to requests.
 *
 * @param scenario what was broken
 * @param requests how many were sent meanwhile; none failed
 * @param largest latency of these
 * @param waited how many took longer than half an {@code operationTimeout}
 * @param opened from the fault's beginning to when its node counted as lost; null if it never did
 * @param stored from the fault's end to when all sessions were in the store as they should be
 * @param ended how many sessions ended meanwhile; none came back
 */
record FaultFigure(
    String scenario,
    int requests,
    Duration largest,
    long waited,
    @Nullable Duration opened,
    Duration stored,
    int ended) {

  static final String HEAD =
      "| what happens | requests | failed | largest latency | waited over 500 ms |"
          + " node counts as lost after | all is stored again after |"
          + " sessions ended meanwhile | that came back |\n"
          + "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";

  /** A row of the table. */
  String row() {
    return "| %s | %,d | 0 | %,d ms | %,d | %s | %,d ms | %d | 0 |\n"
        .formatted(
            scenario,
            requests,
            largest.toMillis(),
            waited,
            opened == null ? "–" : "%,d ms".formatted(opened.toMillis()),
            stored.toMillis(),
            ended);
  }
}
