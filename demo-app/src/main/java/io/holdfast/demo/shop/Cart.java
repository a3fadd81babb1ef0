package io.holdfast.demo.shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A shopping cart that lives in the session and is changed in place. */
public final class Cart implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ArrayList<CartLine> lines = new ArrayList<>();

  /** Adds a product of the catalogue; other names are ignored. */
  public synchronized void add(String product) {
    Catalogue.priceOf(product).ifPresent(price -> line(product, price).add(1));
  }

  /** Takes one of the product out. */
  public synchronized void remove(String product) {
    lines.stream().filter(line -> line.product().equals(product)).forEach(line -> line.add(-1));
    lines.removeIf(line -> line.quantity() <= 0);
  }

  private CartLine line(String product, int priceInCents) {
    for (CartLine line : lines) {
      if (line.product().equals(product)) {
        return line;
      }
    }
    CartLine line = new CartLine(product, priceInCents);
    lines.add(line);
    return line;
  }

  /** The cart as JSON: its lines and the total in cents. */
  public synchronized String toJson() {
    StringBuilder json = new StringBuilder("{\"lines\":[");
    int total = 0;
    for (CartLine line : List.copyOf(lines)) {
      json.append(total == 0 ? "" : ",")
          .append(
              "{\"product\":\"%s\",\"price\":%d,\"quantity\":%d}"
                  .formatted(line.product(), line.priceInCents(), line.quantity()));
      total += line.priceInCents() * line.quantity();
    }
    return json.append("],\"total\":").append(total).append('}').toString();
  }
}
