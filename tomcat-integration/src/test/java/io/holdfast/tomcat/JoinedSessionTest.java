package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that uses its session while the request that created it is still at work. */
@Timeout(120)
class JoinedSessionTest extends WithOneNode {

  /** Tomcat's own sessions are so since 9.0.110, 10.1.47 and 11.0.12. */
  @ParameterizedTest
  @ValueSource(strings = {"sticky", "none", "optimistic"})
  void isNewWhenTheClientHasJoinedThenIsFalseInBothRequests(String mode) throws IOException {
    PageTomcat tomcat = start("t1", settings(mode));

    try (OpenResponse creating =
        browser.open(tomcat.port(), "/page?way=new,+is-new,+flush,+hold,+is-new")) {
      assertEquals("false", tomcat.ask(browser.copy(), "is-new"));
      page.gate().open();
      assertEquals("true false", creating.finish().body());
    }
  }
}
