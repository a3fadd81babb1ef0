package io.holdfast.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that nodes have evicted although they were there all the time. */
final class SharedEvictionsTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final SharedTomcat t1 = new SharedTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final SharedTomcat t2 = new SharedTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  @BeforeEach
  void create() {
    FakeSharedSession session = t1.create("s");
    session.set("fruit", "apple");
    t1.end(session);
  }

  @Test
  void readWhenBothCopiesAreEvictedThenTheInstanceThatIsHereIsStoredAgain() {
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    assertEquals("apple", t1.read("s", "fruit"));

    assertEquals("apple", t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void readWhenOneCopyIsEvictedThenItIsThereAgain(String evicting) {
    nodes.get(evicting).wipe();

    assertEquals("apple", t2.read("s", "fruit"));

    assertTrue(nodes.get(evicting).keys().contains("s"));
  }

  @Test
  void readWhenBothCopiesAreThereThenNothingIsWritten() {
    nodes.clearOperations();

    assertEquals("apple", t2.read("s", "fruit"));

    assertEquals(0, nodes.count("store"));
  }

  @Test
  void readWhenTheSessionIsNoWhereThenNothingIsStored() {
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    assertNull(t2.read("s", "fruit"));

    assertEquals(0, nodes.get("n1").keys().size());
  }
}
