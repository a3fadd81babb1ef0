package io.holdfast.benchmarks.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.tomcat.Pasture.Keeper;
import io.holdfast.benchmarks.tomcat.Pasture.Look;
import org.junit.jupiter.api.Test;

class GrowthTest {

  @Test
  void lookWhenSessionsCameThenEachCostsTheDifferenceToTheLookBefore() {
    Look before = new Look(500, 20_000_000, 30, 700, 500, 1_000, 2);
    Look after = new Look(1_500, 24_000_000, 32, 2_700, 1_500, 901_000, 2);

    assertEquals(4_000, after.heapEach(before));
    assertEquals(2, after.writesEach(before));
    assertEquals(900, after.bytesEach(before));
  }

  @Test
  void byPlainThenAFigureIsDividedByThatOfTomcatsOwnManagerAtTheSamePlace() {
    Growth growth = new Growth(new Run("growth", Run.Extent.QUICK));

    assertEquals("", growth.byPlain(Keeper.TOMCAT, "1,000 sessions", 4_000));
    assertEquals("", growth.byPlain(Keeper.TOMCAT, "10 KB", 10_000));

    assertEquals("1.25", growth.byPlain(Keeper.STICKY, "1,000 sessions", 5_000));
    assertEquals("0.50", growth.byPlain(Keeper.NON_STICKY, "10 KB", 5_000));
  }
}
