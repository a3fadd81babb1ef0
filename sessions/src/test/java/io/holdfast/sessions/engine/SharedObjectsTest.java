package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.sessions.model.Nodes;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Objects that attributes share, with all attributes of a session in one graph. */
final class SharedObjectsTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = tomcat("t1", Granularity.SESSION);
  private final EngineTomcat t2 = tomcat("t2", Granularity.SESSION);

  private EngineTomcat tomcat(String name, Granularity granularity) {
    return new EngineTomcat(name, nodes, 2, granularity);
  }

  private static FakeInstance begin(EngineTomcat tomcat) {
    return Objects.requireNonNull(tomcat.begin("s"));
  }

  @SuppressWarnings("unchecked")
  private static List<String> cartOf(FakeInstance session) {
    return (List<String>) Objects.requireNonNull(session.get("cart"));
  }

  private void createWithAnOrderOfTheCart() {
    FakeInstance session = t1.create("s");
    List<String> cart = new ArrayList<>(List.of("apple"));
    session.set("cart", cart);
    session.set("order", new ArrayList<>(List.of(cart)));
    t1.end(session);
  }

  @Test
  void saveWhenAttributesShareNothingThenEachIsAGraphOfItsOwn() {
    FakeInstance session = t1.create("s");
    session.set("fruit", "apple");
    session.set("other", "pear");
    t1.end(session);

    assertInstanceOf(
        EncodedAttributes.Apart.class,
        Objects.requireNonNull(session.instanceState().base()).attributes());
  }

  /** A change under the name of one attribute is one of the other, too, where records cross. */
  @Test
  void saveWhenASharedObjectChangedBesideAnotherSaveThenItsAttributesAreOfThatVersion() {
    createWithAnOrderOfTheCart();
    FakeInstance here = begin(t1);
    FakeInstance there = begin(t2);
    there.set("fruit", "pear");
    t2.end(there);

    cartOf(here).add("plum");
    t1.end(here);

    var record = Objects.requireNonNull(here.instanceState().base());
    assertEquals(record.version(), record.origins().of("order"));
    assertEquals(record.version(), record.origins().of("cart"));
  }

  /**
   * Its keys have the hash codes of their identity, so it is written in another order each time.
   */
  @Test
  void saveWhenAnUntouchedAttributeNeverEqualsItsBytesThenAnothersChangeOfItStays() {
    FakeInstance session = t1.create("s");
    Map<Key, String> odd = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      odd.put(new Key(), "value" + i);
    }
    session.set("odd", odd);
    t1.end(session);
    EngineTomcat t3 = tomcat("t3", Granularity.SESSION);
    FakeInstance here = begin(t3);
    t2.request("s", other -> other.set("odd", "even"));

    here.set("fruit", "pear");
    t3.end(here);

    assertEquals("even", t2.read("s", "odd"));
  }

  private static final class Key implements Serializable {
    @Serial private static final long serialVersionUID = 1L;
  }
}
