package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** One line of a cart or of an order. */
@SuppressWarnings({"unused", "JavaUtilDate"})
final class Line implements Serializable {

  private static final long serialVersionUID = 1L;

  private final long product;
  private final String title;
  private final int quantity;
  private final BigDecimal price;
  private final Date added;
  private final Status status;
  private final boolean gift;
  private final @Nullable String remark;

  Line(long product, String title, int quantity, BigDecimal price, Date added, Status status) {
    this.product = product;
    this.title = title;
    this.quantity = quantity;
    this.price = price;
    this.added = added;
    this.status = status;
    this.gift = product % 7 == 0;
    this.remark = product % 5 == 0 ? "please wrap no. " + product : null;
  }
}
