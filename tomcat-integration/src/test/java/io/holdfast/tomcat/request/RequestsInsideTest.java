package io.holdfast.tomcat.request;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RequestsInsideTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final RequestsInside inside = new RequestsInside();

  @Test
  void awaitNoneWhenNobodyIsInsideThenReturnsAtOnce() {
    assertTrue(inside.awaitNone(Duration.ZERO));
  }

  @Test
  void awaitNoneWhenSomebodyStaysThenGivesUp() {
    inside.entered();

    assertFalse(inside.awaitNone(Duration.ofMillis(10)));
  }

  @Test
  void awaitNoneWhenTheLastOneLeavesThenReturns() {
    inside.entered();
    inside.entered();
    CompletableFuture<Boolean> none = CompletableFuture.supplyAsync(() -> inside.awaitNone(LONG));

    inside.left();
    inside.left();

    assertTrue(none.join());
  }
}
