package io.holdfast.demo.shoppers;

import java.util.HashMap;
import java.util.Map;

/**
 * What the shop has answered to one shopper. An item counts from the answer that showed it: what
 * became of a request without an answer is not known, and neither outcome is a loss.
 */
final class Basket {

  private Map<String, Integer> answered = Map.of();

  /**
   * Takes an answer and compares it with those before.
   *
   * @param added the product that the request added; empty if it only asked
   * @param cart the quantity of each product in the answer
   * @return whether an item is missing that was answered before, or that this request added; the
   *     cart then counts as a new session's, so that a loss is reported once
   */
  boolean isLostIn(String added, Map<String, Integer> cart) {
    Map<String, Integer> expected = new HashMap<>(answered);
    if (!added.isEmpty()) {
      expected.merge(added, 1, Integer::sum);
    }
    answered = Map.copyOf(cart);
    return expected.entrySet().stream()
        .anyMatch(item -> cart.getOrDefault(item.getKey(), 0) < item.getValue());
  }
}
