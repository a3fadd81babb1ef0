package io.holdfast.benchmarks.beans;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BeansSectionTest {

  private final Figures figures = new Figures();
  private final Map<Kind, Abandonment> abandoned = new EnumMap<>(Kind.class);

  @BeforeEach
  void measure() {
    for (int users : Effort.QUICK.users()) {
      for (Kind kind : Kind.values()) {
        abandoned.put(kind, new Abandonment(50, 3));
        int requests = kind == Kind.LEFT ? 200 : 1_000;
        figures.add(new Cell(new Server(Keeper.TOMCAT, kind), users), new Turn(requests, 1, 0.1));
        figures.add(
            new Cell(new Server(Keeper.HOLDFAST, kind), users), new Turn(requests / 2, 1, 0.1));
      }
    }
  }

  @Test
  void toStringWhenLeftBeansAreSlowerThenSaysSoForBothManagers() {
    assertTrue(section().contains("type 2 0.20 and 0.20 times."), section());
  }

  @Test
  void toStringWhenOursIsMeasuredThenItsRatioToTomcatsOwnStandsBehind() {
    assertTrue(
        section()
            .contains(
                "| 0: HttpSession, Holdfast | 500 (0.50, 0.50 to 0.50) | 500 (0.50, 0.50 to 0.50) |"),
        section());
  }

  @Test
  void toStringWhenSessionsWereAbandonedThenSaysWhenTheyWereGone() {
    assertTrue(section().contains("50 of type 0 after 3.0 s, 50 of type 1"), section());
  }

  private String section() {
    return new BeansSection(figures, Effort.QUICK, abandoned, "- a machine\n", "TomEE").toString();
  }
}
