package io.holdfast.benchmarks.tickets;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import io.holdfast.benchmarks.tickets.Visit.Step;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VisitsTest {

  @Test
  void sectionWhenKryoIsTwiceAsFastInEachRoundThenSaysSo() {
    String section = section();

    Stream.of(
            "2.00 times its requests a second, 0.50 times\nits processor time, 0.40 times its bytes",
            "| Holdfast, kryo | 75 (2.00, 2.00 to 2.00) | 750.00 ms (0.50, 0.50 to 0.50) |",
            "| 4.00 ± 1.50; 75/s |",
            "| Holdfast, kryo | 100 | 1,000 | 2,000 | 900 | 4,000 |")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
    assertFalse(section.contains(Step.LOGOUT.title() + " |"), "a step that was not published");
  }

  /** Two rounds; the second was half as fast for all. */
  private static String section() {
    Figures figures = new Figures();
    for (TicketForm form : TicketForm.values()) {
      boolean isKryo = form == TicketForm.KRYO;
      for (double seconds : isKryo ? new double[] {1, 2} : new double[] {2, 4}) {
        Turn turn = new Turn(100, seconds, 0, new Waits(4, 1.5, 4, 4, 4), Traffic.NONE, 0);
        Step.published().forEach(step -> figures.add(form.title(), step, turn));
        figures.add(form.title(), Visits.REQUESTS, turn);
        figures.add(
            form.title(),
            Visits.VISITS,
            new Turn(2, seconds, seconds, Waits.NONE, new Traffic(0, 8_000), 0));
      }
      addSizes(figures, form, 100, 1_000, 2_000, isKryo ? 900 : 2_250);
    }
    Section section = Visits.section(new Section("tickets"), figures);
    Stream.of("machine", "server", "memcached", "users", "visits", "rounds", "warm-ups")
        .forEach(place -> section.with(place, ""));
    return section.toString();
  }

  private static void addSizes(Figures figures, TicketForm form, int... sizes) {
    for (int i = 0; i < sizes.length; i++) {
      Turn turn = new Turn(20, 1, 0, Waits.NONE, new Traffic(0, 20L * sizes[i]), 0);
      figures.add(form.title(), Visits.SIZED.get(i), turn);
    }
  }
}
