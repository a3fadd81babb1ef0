package io.holdfast.examples.embedded;

import java.util.ArrayList;
import java.util.List;

/** What a visitor wants to buy. With the serializer {@code kryo} it need not be serializable. */
final class Cart {

  private final List<String> items = new ArrayList<>();

  synchronized void add(String item) {
    items.add(item);
  }

  synchronized List<String> items() {
    return List.copyOf(items);
  }
}
