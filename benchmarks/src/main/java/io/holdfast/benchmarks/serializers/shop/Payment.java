package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;

/** How a customer wants to pay. */
@SuppressWarnings("unused")
final class Payment implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The ways to pay. */
  enum Method {
    CARD,
    INVOICE
  }

  private final Method method;
  private final BigDecimal limit;
  private final LocalDate validUntil;
  private final boolean remembered;

  Payment(Method method, BigDecimal limit, LocalDate validUntil, boolean remembered) {
    this.method = method;
    this.limit = limit;
    this.validUntil = validUntil;
    this.remembered = remembered;
  }
}
