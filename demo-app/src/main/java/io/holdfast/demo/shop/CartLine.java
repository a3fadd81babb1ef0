package io.holdfast.demo.shop;

import java.io.Serializable;

/** One product in a cart, and how many of it. */
public final class CartLine implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String product;
  private final int priceInCents;
  private int quantity;

  CartLine(String product, int priceInCents) {
    this.product = product;
    this.priceInCents = priceInCents;
  }

  void add(int more) {
    quantity += more;
  }

  /** The product's name. */
  public String product() {
    return product;
  }

  /** The price of one, in cents. */
  public int priceInCents() {
    return priceInCents;
  }

  /** How many. */
  public int quantity() {
    return quantity;
  }
}
