package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What a customer has looked for. */
@SuppressWarnings({"unused", "serial"})
final class Search implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String text;
  private final Range price;
  private final List<String> brands;
  private final boolean inStockOnly;

  /** From and to. */
  static final class Range implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int from;
    private final int to;

    Range(int from, int to) {
      this.from = from;
      this.to = to;
    }
  }

  Search(String text, Range price, List<String> brands, boolean inStockOnly) {
    this.text = text;
    this.price = price;
    this.brands = new ArrayList<>(brands);
    this.inStockOnly = inStockOnly;
  }
}
