package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;

/**
 * Asks for a page, logs in at the second try, fills two forms, sees the order, logs out, and sees
 * that the basket of the former session was told of its end.
 */
final class SpringFlow implements ApplicationFlow {

  @Override
  public void begin(PageVisitor visitor) {
    visitor.open("order?item=tea");
    visitor.submit("form", Map.of("username", "ann", "password", "wrong"));
    assertTrue(visitor.page().text().contains("Invalid credentials"), visitor.page()::text);
    String before = visitor.session();
    visitor.submit("form", Map.of("username", "ann", "password", "secret"));
    assertNotEquals(before, visitor.session());
    assertEquals("ann", visitor.text("#user"));
    visitor.submit("#order", Map.of("count", "2"));
    assertEquals("2 x tea to", visitor.text("#entered"));
  }

  @Override
  public void end(PageVisitor visitor) {
    visitor.submit("#address", Map.of("street", "High Street"));
    assertEquals("Ordered tea", visitor.text("#message"));
    assertEquals("2 x tea to High Street", visitor.text("#orders"));
    assertEquals("ann", visitor.text("#user"));
    assertEquals("forms: 2, orders: 1", visitor.text("#receipt"));
    visitor.open("orders");
    assertEquals("", visitor.text("#message"));
    assertEquals("", visitor.text("#left"));
    visitor.submit("#logout", Map.of());
    assertTrue(visitor.page().text().contains("signed out"), visitor.page()::text);
    visitor.open("orders");
    visitor.submit("form", Map.of("username", "ann", "password", "secret"));
    assertEquals("", visitor.text("#orders"));
    assertEquals("2 x tea to High Street", visitor.text("#left"));
  }
}
