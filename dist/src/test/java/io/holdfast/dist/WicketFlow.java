package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Map;

/** Logs in, fills an order that is nowhere but in a page, completes it, and goes back. */
final class WicketFlow implements ApplicationFlow {

  private String orderPage = "";

  @Override
  public void begin(PageVisitor visitor) {
    visitor.open("");
    visitor.submit("form", Map.of("p::name", ""));
    assertEquals("'name' is required.", visitor.text("li"));
    String before = visitor.session();
    visitor.submit("form", Map.of("p::name", "ann"));
    assertNotEquals(before, visitor.session());
    assertEquals("Welcome, ann", visitor.text("li"));
    visitor.submit("form", Map.of("item", "tea"));
    visitor.submit("form", Map.of("item", "cup"));
    assertEquals("tea, cup", visitor.text("#items"));
    orderPage = visitor.path();
    visitor.click("#next");
    assertEquals("tea, cup to", visitor.text("#order"));
  }

  @Override
  public void end(PageVisitor visitor) {
    visitor.submit("form", Map.of("street", "High Street"));
    assertEquals("tea, cup to High Street", visitor.text("#order"));
    assertEquals("ann", visitor.text("#user"));
    visitor.reopen(orderPage);
    visitor.submit("form", Map.of("item", "spoon"));
    assertEquals("tea, cup, spoon", visitor.text("#items"));
    assertEquals("ann", visitor.text("#user"));
  }
}
