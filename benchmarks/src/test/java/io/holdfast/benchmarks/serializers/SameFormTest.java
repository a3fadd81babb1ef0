package io.holdfast.benchmarks.serializers;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.benchmarks.serializers.shop.Shop;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SameFormTest {

  @Test
  void requireWhenTheSameIsMadeTwiceThenItPasses() {
    assertDoesNotThrow(() -> SameForm.require("shop", Shop.session(), Shop.session()));
  }

  @Test
  void requireWhenMapsDifferInCapacityOnlyThenItPasses() {
    Map<String, Integer> small = new HashMap<>(Map.of("a", 1, "b", 2));
    Map<String, Integer> large = new HashMap<>(1_024);
    large.putAll(small);

    assertDoesNotThrow(() -> SameForm.require("maps", small, large));
  }

  @Test
  void requireWhenAnAttributeIsMissingThenItFails() {
    Map<String, Object> less = new LinkedHashMap<>(Shop.session());
    less.remove("cart");

    assertThrows(IllegalStateException.class, () -> SameForm.require("shop", Shop.session(), less));
  }
}
