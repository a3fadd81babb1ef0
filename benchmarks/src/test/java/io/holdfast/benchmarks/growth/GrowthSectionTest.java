package io.holdfast.benchmarks.growth;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.growth.Figures.Noded;
import io.holdfast.benchmarks.growth.Figures.Sized;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrowthSectionTest {

  private static final long MEGABYTE = 1 << 20;

  private final Figures figures = new Figures();
  private final GrowthSection section = new GrowthSection(figures, "- a machine\n");

  @BeforeEach
  void measure() {
    for (Keeper keeper : Keeper.values()) {
      int more = keeper == Keeper.TOMCAT ? 4 : 5;
      Look none = new Look(500, 20 * MEGABYTE, 30, 700, 500, 0, 2);
      Look some = new Look(1_500, (20 + more) * MEGABYTE, 32, 1_700, 1_500, MEGABYTE, 2);
      Look changed = new Look(1_500, (20 + more) * MEGABYTE, 32, 2_700, 1_500, MEGABYTE, 2);
      figures.add(keeper, none);
      figures.add(keeper, some);
      figures.addSize(keeper, 1, new Sized(none, some, changed));
      if (keeper != Keeper.TOMCAT) {
        figures.addNodes(keeper, 2, new Noded(none, some));
      }
    }
  }

  @Test
  void toStringWhenSessionsCameThenEachIsTheDifferenceToNone() {
    assertContains("| Tomcat's own manager | 1,000 | 24.0 | 4,194 |  | 32 | 1.00 | 1,500 | 1 |");
    assertContains("| sticky | 1,000 | 25.0 | 5,243 | 1.25 | 32 | 1.00 | 1,500 | 1 |");
  }

  @Test
  void toStringWhenSessionsHaveSizesThenChangesAreCountedByThemselves() {
    assertContains("| non-sticky | 1 | 5,243 | 1.25 | 1,049 | 1.00 | 1.00 |");
  }

  @Test
  void toStringWhenThereAreNodesThenOnlyOursHasFigures() {
    assertContains("| sticky | 2 | 25.0 | 32 | 2 | 1.00 |");
  }

  private void assertContains(String line) {
    assertTrue(section.toString().contains(line), section::toString);
  }
}
