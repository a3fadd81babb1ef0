package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;

/** Logs in, fills the cart, guesses numbers, and keeps a note. */
final class ExamplesFlow implements ApplicationFlow {

  private static final String SECURED = "jsp/security/protected/index.jsp";

  @Override
  public void begin(PageVisitor visitor) {
    visitor.open("jsp/sessions/carts.jsp");
    visitor.submit("form", Map.of("itemId", "3"), "submit");
    String before = visitor.session();
    visitor.open(SECURED);
    visitor.submit("form", Map.of("j_username", "ann", "j_password", "secret"));
    assertTrue(visitor.page().text().contains("ann"), visitor.page()::text);
    assertNotEquals(before, visitor.session());
    visitor.open("jsp/num/numguess.jsp");
    visitor.submit("form", Map.of("guess", "1000"));
    assertTrue(visitor.page().text().contains("lower"), visitor.page()::text);
    visitor.open("servlets/servlet/SessionExample");
    visitor.submit("form", Map.of("dataname", "fruit", "datavalue", "apple"));
  }

  @Override
  public void end(PageVisitor visitor) {
    visitor.open("jsp/sessions/carts.jsp");
    visitor.submit("form", Map.of("itemId", "4"), "submit");
    assertEquals(Set.of("NIN CD", "JSP Book"), Set.copyOf(visitor.texts("ol > li")));
    visitor.open("jsp/num/numguess.jsp");
    visitor.submit("form", Map.of("guess", "-5"));
    assertTrue(visitor.page().text().contains("higher"), visitor.page()::text);
    assertTrue(visitor.page().text().contains("made 2 guesses"), visitor.page()::text);
    visitor.open("servlets/servlet/SessionExample");
    assertTrue(visitor.page().text().contains("fruit = apple"), visitor.page()::text);
    visitor.open(SECURED);
    assertTrue(visitor.page().text().contains("ann"), visitor.page()::text);
  }
}
