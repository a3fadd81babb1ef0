package io.holdfast.spring.boot.shop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What is kept in a session. */
record Basket(List<String> items) implements Serializable {

  Basket with(String item) {
    List<String> more = new ArrayList<>(items);
    more.add(item);
    return new Basket(more);
  }
}
