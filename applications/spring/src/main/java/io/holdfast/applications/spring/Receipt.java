package io.holdfast.applications.spring;

import java.io.Serializable;
import org.springframework.web.context.annotation.SessionScope;

/** A bean that lives in the session, as does the one that it was given. */
@SessionScope
public class Receipt implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Basket basket;
  private int forms;

  Receipt(Basket basket) {
    this.basket = basket;
  }

  /** A form was filled. */
  void count() {
    forms++;
  }

  /** How many forms and orders there are. */
  String text() {
    return "forms: " + forms + ", orders: " + basket.orders().size();
  }
}
