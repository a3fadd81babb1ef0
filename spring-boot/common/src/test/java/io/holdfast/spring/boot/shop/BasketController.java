package io.holdfast.spring.boot.shop;

import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Fills a basket, and says how long its session lives. */
@RestController
class BasketController {

  private static final String BASKET = "basket";

  @GetMapping("/add")
  String add(@RequestParam("item") String item, HttpSession session) {
    Basket before =
        session.getAttribute(BASKET) instanceof Basket basket
            ? basket
            : new Basket(new ArrayList<>());
    Basket after = before.with(item);
    session.setAttribute(BASKET, after);
    return after.items().toString();
  }

  @GetMapping("/lives")
  String lives(HttpSession session) {
    return Integer.toString(session.getMaxInactiveInterval());
  }
}
