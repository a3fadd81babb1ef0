package io.holdfast.examples.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two processes of the repackaged jar, and a user who may have one session. */
@Timeout(300)
final class SessionLimitIT {

  private static final String PAGE = "anna has in the cart: []";

  @ParameterizedTest(name = "sticky={0}")
  @MethodSource("io.holdfast.examples.boot.TwoShops#modes")
  void loginWhenTheUserHasASessionOnTheOtherProcessThenThatEnds(boolean sticky) {
    try (TwoShops shops =
        TwoShops.start(sticky, "--holdfast.sessions-by-user=true", "--shop.most-sessions=1")) {
      int first = shops.first().port();
      int second = shops.second().port();
      Visitor phone = new Visitor().askFor(first, "/");
      phone.login(first, "tea");
      assertEquals(PAGE, phone.page(first));

      Visitor desk = new Visitor().askFor(second, "/");
      desk.login(second, "tea");

      assertEquals(PAGE, desk.page(second));
      Await.until("the phone is logged out", () -> !phone.page(first).equals(PAGE));
      assertEquals(PAGE, desk.page(second));
    }
  }
}
