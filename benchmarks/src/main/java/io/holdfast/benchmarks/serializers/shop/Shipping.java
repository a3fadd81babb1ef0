package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.math.BigDecimal;

/** One way of delivery that is offered. */
@SuppressWarnings("unused")
final class Shipping implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String carrier;
  private final BigDecimal price;
  private final int days;
  private final boolean tracked;

  Shipping(String carrier, BigDecimal price, int days, boolean tracked) {
    this.carrier = carrier;
    this.price = price;
    this.days = days;
    this.tracked = tracked;
  }
}
