<%@ page contentType="application/json; charset=UTF-8" trimDirectiveWhitespaces="true"
    import="io.holdfast.demo.shop.Cart" %>
<%-- The whole application: GET shows the cart, POST changes it in place, without a second
     setAttribute. Nothing in here knows that the session is kept in memcached too. --%>
<%
  Cart cart = (Cart) session.getAttribute("cart");
  if (cart == null) {
    cart = new Cart();
    session.setAttribute("cart", cart);
  }
  String product = request.getParameter("product");
  if ("POST".equals(request.getMethod()) && product != null) {
    if ("remove".equals(request.getParameter("action"))) {
      cart.remove(product);
    } else {
      cart.add(product);
    }
  }
  response.setHeader("Cache-Control", "no-store");
%>{"isNew":<%= session.isNew() %>,"cart":<%= cart.toJson() %>}
