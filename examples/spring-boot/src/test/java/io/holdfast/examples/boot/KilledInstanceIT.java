package io.holdfast.examples.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two processes of the repackaged jar and a memcached; one is killed. */
@Timeout(300)
final class KilledInstanceIT {

  @ParameterizedTest(name = "sticky={0}")
  @MethodSource("io.holdfast.examples.boot.TwoShops#modes")
  void requestWhenTheOtherProcessWasKilledThenTheVisitorIsLoggedIn(boolean sticky) {
    try (TwoShops shops = TwoShops.start(sticky)) {
      int first = shops.first().port();
      Visitor visitor = new Visitor().askFor(first, "/");
      visitor.login(first, "tea");
      assertEquals("anna has in the cart: []", visitor.page(first));
      visitor.add(first, "cups");
      shops.first().process().kill();

      String page = visitor.page(shops.second().port());

      assertEquals("anna has in the cart: [cups]", page);
    }
  }
}
