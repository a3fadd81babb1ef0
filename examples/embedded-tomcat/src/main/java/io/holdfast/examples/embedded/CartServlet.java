package io.holdfast.examples.embedded;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Shows the cart in the session; a POST puts the parameter {@code item} into it. */
final class CartServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final String CART = "cart";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    show(cart(request), response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Cart cart = cart(request);
    String item = request.getParameter("item");
    if (item != null) {
      cart.add(item);
    }
    show(cart, response);
  }

  private static Cart cart(HttpServletRequest request) {
    HttpSession session = request.getSession();
    Cart cart = (Cart) session.getAttribute(CART);
    if (cart == null) {
      cart = new Cart();
      session.setAttribute(CART, cart);
    }
    return cart;
  }

  private static void show(Cart cart, HttpServletResponse response) throws IOException {
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().println("in the cart: " + cart.items());
  }
}
