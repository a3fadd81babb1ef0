package io.holdfast.examples.boot;

import java.security.Principal;
import org.springframework.http.MediaType;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** The page: who is logged in, what is in the cart, and a form that puts more into it. */
@RestController
class CartController {

  private static final String PAGE =
      """
      <!doctype html>
      <title>Shop</title>
      <p>%s has in the cart: %s</p>
      <form method="post" action="/">
        <input type="hidden" name="%s" value="%s">
        <input name="item" autofocus>
        <button>Add</button>
      </form>
      """;

  private final Cart cart;

  CartController(Cart cart) {
    this.cart = cart;
  }

  @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
  String show(Principal user, CsrfToken token) {
    return PAGE.formatted(
        HtmlUtils.htmlEscape(user.getName()),
        HtmlUtils.htmlEscape(cart.items().toString()),
        token.getParameterName(),
        token.getToken());
  }

  @PostMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
  String add(@RequestParam String item, Principal user, CsrfToken token) {
    cart.add(item);
    return show(user, token);
  }
}
