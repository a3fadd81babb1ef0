package io.holdfast.applications.wicket;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** An order; its fields are those of a form. */
final class Order implements Serializable {

  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();
  private String street = "";

  void add(String item) {
    items.add(item);
  }

  List<String> items() {
    return items;
  }

  String street() {
    return street;
  }

  void sendTo(String newStreet) {
    street = newStreet;
  }
}
