package io.holdfast.examples.boot;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.context.annotation.SessionScope;

/** What a visitor wants to buy: a bean that lives in the session. */
@Component
@SessionScope
class Cart implements Serializable {

  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();

  synchronized void add(String item) {
    items.add(item);
  }

  synchronized List<String> items() {
    return List.copyOf(items);
  }
}
