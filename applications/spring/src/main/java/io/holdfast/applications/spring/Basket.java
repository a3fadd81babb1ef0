package io.holdfast.applications.spring;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.context.annotation.SessionScope;

/** What was ordered: a bean that lives in the session. */
@SessionScope
public class Basket implements Serializable {

  private static final long serialVersionUID = 1L;

  private final List<Order> orders = new ArrayList<>();

  void add(Order order) {
    orders.add(order);
  }

  List<Order> orders() {
    return orders;
  }
}
