package io.holdfast.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Turn;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FieldTest {

  private final Run run = new Run("test", Run.Extent.QUICK);
  private final List<String> seen = new ArrayList<>();
  private final Map<String, Callable<Contender>> contenders = new LinkedHashMap<>();

  private record Contender(String title, List<String> seen) implements Closeable {
    Map<String, Turn> ask(String subject, int round) throws IOException {
      seen.add(title + subject + round);
      if (title.equals("b") && subject.equals("y") && round == 1) {
        throw new IOException("broken");
      }
      return Map.of(subject, Turn.of(1, 1, 1));
    }

    @Override
    public void close() {
      seen.add(title + " closed");
    }
  }

  @BeforeEach
  void prepare() {
    contenders.put("a", () -> new Contender("a", seen));
    contenders.put("b", () -> new Contender("b", seen));
  }

  private static Scenario<Contender, String> scenario(String... subjects) {
    return new Scenario<>("test", List.of(subjects), 1, 2, Contender::ask);
  }

  @Test
  void measureWhenThereAreRoundsThenTheyTakeTurnsAndWarmingUpDoesNotCount() throws Exception {
    try (Field<Contender> field = Field.of(run, contenders)) {
      Figures figures = field.measure(scenario("x"));

      assertEquals(List.of("ax0", "bx0", "bx1", "ax1", "ax2", "bx2"), seen);
      assertEquals(2, figures.turns("a", "x").size());
    }
    assertEquals(List.of("a closed", "b closed"), seen.subList(6, 8));
  }

  @Test
  void measureWhenOneFailsThenTheRunEnds() throws Exception {
    try (Field<Contender> field = Field.of(run, contenders)) {
      assertThrows(IOException.class, () -> field.measure(scenario("y")));
    }
  }

  @Test
  void measureWhenOneFailsAndItGoesOnThenThatIsNotedAndNotTriedAgain() throws Exception {
    try (Field<Contender> field = Field.goingOn(run, contenders)) {
      Figures figures = field.measure(scenario("y", "x"));

      assertEquals(Map.of("b, test, y", "broken"), field.failures());
      assertFalse(figures.has("b", "y"));
      assertFalse(seen.contains("by2"));
      assertEquals(2, figures.turns("b", "x").size());
    }
  }

  @Test
  void goingOnWhenOneDoesNotStartAndSaysNothingThenItsFailureIsNamed() throws Exception {
    contenders.put(
        "c",
        () -> {
          throw new UnsupportedOperationException();
        });

    try (Field<Contender> field = Field.goingOn(run, contenders)) {
      assertEquals(Map.of("c", "java.lang.UnsupportedOperationException"), field.failures());
    }
  }

  @Test
  void ofWhenOneDoesNotStartThenThoseThatRunAreClosed() {
    contenders.put(
        "c",
        () -> {
          throw new IOException("no such program");
        });

    assertThrows(IOException.class, () -> Field.of(run, contenders));
    assertEquals(List.of("a closed", "b closed"), seen);
  }
}
