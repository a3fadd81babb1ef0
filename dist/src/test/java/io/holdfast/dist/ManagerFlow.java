package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;

/** Lists applications and sessions; each link and form has a nonce that is in the session. */
final class ManagerFlow implements ApplicationFlow {

  private static final String SESSIONS = "a[href*=/html/sessions]";

  @Override
  public void begin(PageVisitor visitor) {
    visitor.open("html/list");
    visitor.click(SESSIONS);
    assertTrue(visitor.page().title().contains("Sessions"), visitor.page()::title);
    visitor.open("html/list");
  }

  @Override
  public void end(PageVisitor visitor) {
    visitor.click(SESSIONS);
    assertTrue(visitor.page().title().contains("Sessions"), visitor.page()::title);
    visitor.open("html/list");
    visitor.submit("form[action*=/html/expire]", Map.of("idle", "60"));
    assertTrue(visitor.text("pre").startsWith("OK"), visitor.page()::text);
  }
}
