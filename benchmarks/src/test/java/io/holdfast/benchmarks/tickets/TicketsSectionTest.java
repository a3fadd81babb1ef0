package io.holdfast.benchmarks.tickets;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.tickets.server.TicketForm;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TicketsSectionTest {

  private final Figures figures = new Figures();

  @BeforeEach
  void measure() {
    for (TicketForm form : TicketForm.values()) {
      double seconds = form == TicketForm.KRYO ? 1 : 2;
      figures.add(form, turn(seconds));
      figures.add(form, turn(2 * seconds));
      figures.add(form, new Sizes(100, 1_000, 2_000, form == TicketForm.KRYO ? 900 : 2_250));
    }
  }

  @Test
  void toStringWhenKryoIsTwiceAsFastThenSaysSoBesideWhatWasPublished() {
    String section = section();

    assertTrue(
        section.contains("2.00 times its requests a second, 0.50 times\nits processor time, 0.40"),
        section);
  }

  @Test
  void toStringWhenRoundsDifferThenTheRatioIsThatWithinARound() {
    assertTrue(
        section().contains("| Holdfast, kryo | 75 (2.00, 2.00 to 2.00) | 750.00 ms (0.50"),
        section());
  }

  @Test
  void toStringWhenAStepIsNotPublishedThenItIsNoColumn() {
    assertTrue(section().contains("| 4.00 ± 0.00; 75/s |"), section());
    assertFalse(section().contains(Step.LOGOUT.title() + " |"), section());
  }

  private String section() {
    return new TicketsSection(figures, Effort.QUICK, "- a machine\n", "1.6").toString();
  }

  private static Turn turn(double seconds) {
    Map<Step, Timing> timings = new EnumMap<>(Step.class);
    for (Step step : Step.values()) {
      Timing timing = Timing.NONE;
      for (int i = 0; i < 100; i++) {
        timing = timing.plus(4);
      }
      timings.put(step, timing.within(seconds));
    }
    return new Turn(timings, 2, seconds, 4_000);
  }
}
