package io.holdfast.applications.spring;

import java.security.Principal;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.util.HtmlUtils;

/** The pages. */
record Html(Principal user, CsrfToken token) {

  private static final String PAGE =
      """
      <!doctype html>
      <title>Shop</title>
      <p id="user">%s</p>
      %s
      <form id="logout" method="post" action="logout">%s<button>Log out</button></form>
      """;

  private static final String FORM =
      """
      <p id="entered">%s</p>
      <form id="%2$s" method="post" action="%2$s">%3$s%4$s<button>Next</button></form>
      """;

  /** A form, with the names and values of its fields, and what the order is so far. */
  String form(String name, Order order, String... fields) {
    StringBuilder inputs = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      inputs.append(input("text", fields[i], fields[i + 1]));
    }
    return page(FORM.formatted(escaped(order), name, csrf(), inputs));
  }

  /** What happened, if anything, the orders, and those of sessions that have ended. */
  String list(@Nullable String message, List<Order> orders, String receipt, List<Order> left) {
    String text = message == null ? "" : escaped(message);
    return page(
        """
        <p id="message">%s</p><ol id="orders">%s</ol>
        <p id="receipt">%s</p><ol id="left">%s</ol>
        """
            .formatted(text, items(orders), escaped(receipt), items(left)));
  }

  private static String items(List<Order> orders) {
    return orders.stream().map(order -> "<li>" + escaped(order)).collect(Collectors.joining());
  }

  private String page(String content) {
    return PAGE.formatted(escaped(user.getName()), content, csrf());
  }

  private String csrf() {
    return input("hidden", token.getParameterName(), token.getToken());
  }

  private static String input(String type, String name, String value) {
    return "<input type=\"%s\" name=\"%s\" value=\"%s\">".formatted(type, name, escaped(value));
  }

  private static String escaped(Object text) {
    return HtmlUtils.htmlEscape(text.toString());
  }
}
