package io.holdfast.applications.spring;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.web.context.annotation.SessionScope;

/** What was ordered: a bean that lives in the session, and ends with it. */
@SessionScope
public class Basket implements DisposableBean, Serializable {

  private static final long serialVersionUID = 1L;

  /** What was in the baskets that have ended here. */
  private static final List<Order> LEFT = new CopyOnWriteArrayList<>();

  private final List<Order> orders = new ArrayList<>();

  void add(Order order) {
    orders.add(order);
  }

  List<Order> orders() {
    return orders;
  }

  /** What was in the baskets that have ended here. */
  static List<Order> left() {
    return LEFT;
  }

  @Override
  public void destroy() {
    LEFT.addAll(orders);
  }
}
