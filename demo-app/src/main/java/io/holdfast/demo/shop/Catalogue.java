package io.holdfast.demo.shop;

import java.util.Map;
import java.util.OptionalInt;

/** What the shop sells. */
final class Catalogue {

  private static final Map<String, Integer> PRICES_IN_CENTS =
      Map.of("Espresso", 250, "Croissant", 320, "Juice", 410, "Cheesecake", 540);

  private Catalogue() {}

  /** The price, or nothing for a product that is not sold: a cart holds known names only. */
  static OptionalInt priceOf(String product) {
    Integer price = PRICES_IN_CENTS.get(product);
    return price == null ? OptionalInt.empty() : OptionalInt.of(price);
  }
}
