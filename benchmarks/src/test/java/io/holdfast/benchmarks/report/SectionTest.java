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
        new Section("test")
            .with("sessions", 1)
            .with("machine", "- a $1 machine\n")
            .with("versions", "of today")
            .with("rows", "| 1 |\n");

    assertTrue(section.toString().contains("\n- a $1 machine; of today\n"), section::toString);
    assertTrue(section.toString().endsWith("|\n| 1 |\n"), section::toString);
  }

  @Test
  void toStringWhenAPlaceHasNoValueThenItIsRefused() {
    assertThrows(
        IllegalStateException.class, () -> new Section("test").with("machine", "").toString());
  }

  @Test
  void toStringWhenAValueHasNoPlaceThenItIsRefused() {
    Section section =
        new Section("test")
            .with("sessions", 1)
            .with("machine", "")
            .with("versions", "")
            .with("rows", "")
            .with("users", 50);

    assertEquals(
        "test has no place for [users]",
        assertThrows(IllegalStateException.class, section::toString).getMessage());
  }

  @Test
  void withSecondsWhenItIsAPartOfOneThenItStandsBehindTheDot() {
    Section section =
        new Section("test")
            .with("sessions", 1)
            .withSeconds("machine", Duration.ofMillis(400))
            .withSeconds("versions", Duration.ofSeconds(10))
            .with("rows", "");

    assertTrue(section.toString().contains("\n0.4; 10\n"), section::toString);
  }
}
