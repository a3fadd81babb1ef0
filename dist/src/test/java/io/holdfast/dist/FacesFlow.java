package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;

/** Logs in, fills a form of two steps that is a bean of its view, and sees the order. */
final class FacesFlow implements ApplicationFlow {

  private static final String ITEMS = "#items-form";

  @Override
  public void begin(PageVisitor visitor) {
    visitor.open("login.xhtml");
    visitor.submit("form", Map.of("login:name", "ann"), "login:go");
    assertEquals("ann", visitor.text("#user"));
    assertEquals("Welcome", visitor.text("#messages"));
    visitor.submit(ITEMS, Map.of("items-form:item", "tea"), "items-form:add");
    visitor.submit(ITEMS, Map.of("items-form:item", "cup"), "items-form:add");
    assertEquals("tea cup", visitor.text("#items"));
    visitor.submit(ITEMS, Map.of(), "items-form:next");
  }

  @Override
  public void end(PageVisitor visitor) {
    visitor.submit("#address-form", Map.of("address-form:street", "High St"), "address-form:order");
    assertEquals("Ordered", visitor.text("#done"));
    assertEquals("tea, cup to High St", visitor.text("#orders"));
    assertEquals("ann", visitor.text("#user"));
  }
}
