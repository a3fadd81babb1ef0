package io.holdfast.applications.spring;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.SessionAttributes;
import org.springframework.web.bind.support.SessionStatus;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Two forms after each other, then the list of all orders; forms redirect when they are done. */
@Controller
@SessionAttributes("order")
public class OrderController {

  private final Basket basket;
  private final Receipt receipt;

  OrderController(Basket basket, Receipt receipt) {
    this.basket = basket;
    this.receipt = receipt;
  }

  /** Where an order begins. */
  @ModelAttribute("order")
  Order order() {
    return new Order();
  }

  /** The first form. */
  @GetMapping(path = "/order", produces = MediaType.TEXT_HTML_VALUE)
  @ResponseBody
  String askWhat(
      @RequestParam String item, @ModelAttribute Order order, Principal user, CsrfToken token) {
    return new Html(user, token).form("order", order, "item", item, "count", "1");
  }

  /** Takes the first form. */
  @PostMapping("/order")
  String takeWhat(@ModelAttribute Order order) {
    if (basket.orders().isEmpty()) { // which makes the basket
      receipt.count();
    }
    return "redirect:/address";
  }

  /** The second form. */
  @GetMapping(path = "/address", produces = MediaType.TEXT_HTML_VALUE)
  @ResponseBody
  String askWhere(@ModelAttribute Order order, Principal user, CsrfToken token) {
    return new Html(user, token).form("address", order, "street", "");
  }

  /** Takes the second form, with which the order is complete. */
  @PostMapping("/address")
  String takeWhere(
      @ModelAttribute Order order, SessionStatus status, RedirectAttributes attributes) {
    basket.add(order);
    receipt.count();
    status.setComplete();
    attributes.addFlashAttribute("message", "Ordered " + order.getItem());
    return "redirect:/orders";
  }

  /** All orders, and what happened just before. */
  @GetMapping(path = "/orders", produces = MediaType.TEXT_HTML_VALUE)
  @ResponseBody
  String list(
      @ModelAttribute("message") @Nullable String message, Principal user, CsrfToken token) {
    return new Html(user, token).list(message, basket.orders(), receipt.text(), Basket.left());
  }
}
