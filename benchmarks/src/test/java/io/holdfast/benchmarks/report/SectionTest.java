package io.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SectionTest {

  @Test
  void toStringWhenAllPlacesHaveValuesThenTheyStandThere() {
    Section section =
        new Section("budget")
            .with("time", 1)
            .with("machine", "- a $1 machine\n")
            .with("tables", "| 1 |\n");

    assertTrue(section.toString().endsWith("- a $1 machine\n\n| 1 |\n"), section::toString);
  }

  @Test
  void toStringWhenAPlaceHasNoValueThenItIsRefused() {
    assertThrows(
        IllegalStateException.class, () -> new Section("budget").with("machine", "").toString());
  }

  @Test
  void toStringWhenAValueHasNoPlaceThenItIsRefused() {
    Section section =
        new Section("budget")
            .with("time", 1)
            .with("machine", "")
            .with("tables", "")
            .with("users", 50);

    assertEquals(
        "budget has no place for [users]",
        assertThrows(IllegalStateException.class, section::toString).getMessage());
  }

  @Test
  void withSecondsWhenItIsAPartOfOneThenItStandsBehindTheDot() {
    Section section =
        new Section("budget")
            .with("time", 1)
            .withSeconds("machine", Duration.ofMillis(400))
            .withSeconds("tables", Duration.ofSeconds(10));

    assertTrue(section.toString().endsWith("0.4\n\n10\n"), section::toString);
  }
}
