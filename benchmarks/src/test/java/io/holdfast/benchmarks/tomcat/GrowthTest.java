package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.tomcat.Growth.Row;
import io.holdfast.benchmarks.tomcat.Pasture.Figure;
import io.holdfast.benchmarks.tomcat.Pasture.Keeper;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GrowthTest {

  @Test
  void sectionThenEachTableHasTheFiguresThatItsHeadNames() {
    Row plain = row("KB", Keeper.TOMCAT, 10, 20, 4_000);
    Row sticky = row("KB", Keeper.STICKY, 10, 30, 5_000);
    Growth.compare(sticky, List.of(plain));

    String section =
        Growth.section(new Section("growth"), List.of(plain, sticky))
            .with("machine", "")
            .with("versions", "")
            .toString();

    assertTrue(section.contains("| Tomcat's own manager | 10 | 4,000 |  | 7 | 7.00 | 7.00 |\n"));
    assertTrue(section.contains("| sticky | 10 | 5,000 | 1.25 | 7 | 7.00 | 7.00 |\n"), section);
  }

  @Test
  void compareWhenTomcatsOwnManagerWasSeenElsewhereThenThereIsNothingToDivideBy() {
    Row plain = row("KB", Keeper.TOMCAT, 10, 20, 4_000);
    Row others = row("KB", Keeper.STICKY, 100, 30, 5_000);
    Row same = row("KB", Keeper.NON_STICKY, 10, 30, 2_000);

    Growth.compare(others, List.of(plain, others));
    Growth.compare(same, List.of(plain, others));

    assertEquals(Double.NaN, others.get(Figure.HEAP_BY_PLAIN));
    assertEquals(1.5, same.get(Figure.HEAP_BY_PLAIN));
    assertEquals(0.5, same.get(Figure.HEAP_EACH_BY_PLAIN));
  }

  private static Row row(String what, Keeper keeper, int grown, double heap, double heapEach) {
    Map<Figure, Double> seen = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      if (!figure.name().endsWith("_BY_PLAIN")) {
        seen.put(figure, 7.0);
      }
    }
    seen.put(Figure.HEAP, heap);
    seen.put(Figure.HEAP_EACH, heapEach);
    return new Row(what, keeper, grown, seen);
  }
}
