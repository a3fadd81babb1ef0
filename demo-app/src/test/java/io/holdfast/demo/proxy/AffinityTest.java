package io.holdfast.demo.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.session.SessionId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is asked first. */
class AffinityTest {

  private final Affinity affinity = new Affinity(List.of("t1", "t2"));

  @Test
  void orderForWhenThereIsNoSessionThenTakesTurns() {
    assertEquals(List.of("t1", "t2"), affinity.orderFor(null));
    assertEquals(List.of("t2", "t1"), affinity.orderFor(null));
    assertEquals(List.of("t1", "t2"), affinity.orderFor(null));
  }

  @Test
  void orderForWhenSessionHasARouteThenItsTomcatIsFirst() {
    assertEquals(List.of("t2", "t1"), affinity.orderFor(new SessionId("ABC.t2")));
    assertEquals(List.of("t2", "t1"), affinity.orderFor(new SessionId("ABC.t2")));
    assertEquals(List.of("t1", "t2"), affinity.orderFor(new SessionId("ABC.t1")));
  }

  @Test
  void orderForWhenRouteIsUnknownThenTakesTurns() {
    assertEquals(List.of("t1", "t2"), affinity.orderFor(new SessionId("ABC.t9")));
    assertEquals(List.of("t2", "t1"), affinity.orderFor(new SessionId("ABC")));
  }
}
