package io.holdfast.demo.shoppers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a session is lost. */
class BasketTest {

  private final Basket basket = new Basket();

  @Test
  void isLostWhenEveryAnsweredItemIsThereThenIsNot() {
    assertFalse(basket.isLostIn("Juice", Map.of("Juice", 1)));
    assertFalse(basket.isLostIn("Juice", Map.of("Juice", 2)));
    assertFalse(basket.isLostIn("", Map.of("Juice", 2)));
  }

  @Test
  void isLostWhenOneOfTwoIsGoneThenIs() {
    basket.isLostIn("", Map.of("Juice", 2, "Espresso", 1));

    assertTrue(basket.isLostIn("", Map.of("Juice", 1, "Espresso", 1)));
  }

  @Test
  void isLostWhenTheAddedItemIsThereAndTheOneBeforeIsNotThenIs() {
    basket.isLostIn("Juice", Map.of("Juice", 1));

    assertTrue(basket.isLostIn("Juice", Map.of("Juice", 1)));
  }

  @Test
  void isLostWhenTheAnswerLacksWhatTheRequestAddedThenIs() {
    assertTrue(basket.isLostIn("Juice", Map.of()));
  }

  @Test
  void isLostWhenARequestWithoutAnAnswerWasDoneThenIsNot() {
    basket.isLostIn("Juice", Map.of("Juice", 1));

    assertFalse(basket.isLostIn("", Map.of("Juice", 1, "Espresso", 1)));
  }

  @Test
  void isLostWhenItWasReportedThenNotOnceMore() {
    basket.isLostIn("Juice", Map.of("Juice", 1));
    basket.isLostIn("", Map.of());

    assertFalse(basket.isLostIn("", Map.of()));
    assertFalse(basket.isLostIn("Espresso", Map.of("Espresso", 1)));
  }
}
