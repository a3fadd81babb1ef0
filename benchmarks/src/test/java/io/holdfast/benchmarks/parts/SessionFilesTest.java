package io.holdfast.benchmarks.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.parts.SessionFiles.Load;
import io.holdfast.benchmarks.parts.SessionFiles.Reading;
import io.holdfast.benchmarks.parts.SessionFiles.Written;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionFilesTest {

  @ParameterizedTest
  @ValueSource(strings = {SessionFiles.OURS, SessionFiles.PLAIN, SessionFiles.POOL})
  void readWhenManyThreadsReadManyFilesThenAllReadWhatIsThere(String way) throws Exception {
    try (Written files = Written.create(60);
        Reading reading = Objects.requireNonNull(SessionFiles.WAYS.get(way)).open(files::path)) {
      assertEquals(1_001, SessionFiles.read(reading, new Load(7, 60), 1_000, 11).operations());
    }
  }

  @Test
  void sectionWhenAWayHasACliffThenItsWorstRatioShowsIt() {
    Figures figures = new Figures();
    for (int threads : SessionFiles.THREADS) {
      for (int files : SessionFiles.FILES) {
        String load = new Load(threads, files).toString();
        figures.add(SessionFiles.OURS, load, Turn.of(1_000 - files, 1, 1));
        figures.add(SessionFiles.PLAIN, load, Turn.of(500, 1, 1));
        figures.add(SessionFiles.POOL, load, Turn.of(files > 50 ? 100 : 4_000, 1, 1));
      }
    }
    Section section = SessionFiles.section(new Section("files"), figures);
    Stream.of("machine", "size", "length", "reads", "rounds").forEach(it -> section.with(it, ""));

    String text = section.toString().replace('\n', ' '); // wherever a line ends
    assertTrue(text.contains("| 4 | Holdfast | 990 | 950 | 940 | 900 | 0.91 |"), text);
    assertTrue(text.contains("| 4 | pool of 50 | 4,000 (4.04) | 4,000 (4.21) |"), text);
    assertTrue(text.contains("of the plain way 1.00, of the pool 0.03."), text);
  }
}
