package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a customer is about to buy. */
@SuppressWarnings({"unused", "serial"})
final class Cart implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Customer customer;
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, Integer> vouchers = new LinkedHashMap<>();

  Cart(Customer customer, List<Line> lines) {
    this.customer = customer;
    this.lines.addAll(lines);
    vouchers.put("WELCOME", 5);
    vouchers.put("AUTUMN", 10);
  }
}
