package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.model.FailsWhenRead;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After a deployment that has changed a class, as an operator sees it. */
final class UnreadableAttributesTest {

  private static final int SESSIONS = 5;
  private static final int MOVES = 4;

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  /** Each Tomcat loads each session again, since the other one has stored it. */
  @Test
  void readWhenAnAttributeCannotBeDecodedThenEachTimeIsCountedAndOneLineIsWritten() {
    for (int i = 0; i < SESSIONS; i++) {
      FakeInstance session = t1.create("s" + i);
      session.set("cart", new FailsWhenRead());
      t1.end(session);
    }
    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      for (int move = 0; move < MOVES; move++) {
        for (int i = 0; i < SESSIONS; i++) {
          int number = move;
          t2.request("s" + i, session -> readAndSet(session, number));
          t1.request("s" + i, session -> session.set("there", number));
        }
      }

      assertEquals(SESSIONS * MOVES, t2.metrics.get(Metric.ATTRIBUTES_UNREADABLE));
      List<String> lines = log.warnings();
      assertEquals(1, lines.size(), lines::toString);
      assertTrue(
          lines
              .get(0)
              .startsWith(
                  "Attribute \"cart\" cannot be decoded and counts as absent here; it stays in the"
                      + " record until it is set again (further sessions are not reported): "),
          lines.get(0));
    }
  }

  /** A cart that the other Tomcats may be able to read: its end is counted, and is in the log. */
  @Test
  void setWhenTheAttributeCannotBeDecodedThenItIsReplacedCountedAndInTheLog() {
    store("s1", "s2");
    try (CapturedLog log = new CapturedLog(SnapshotCodec.class)) {
      for (String id : List.of("s1", "s2")) {
        t2.request(
            id,
            session -> {
              assertNull(session.get("cart"));
              session.set("cart", "fresh");
              assertEquals("fresh", session.get("cart"));
            });
        t1.request(id, session -> assertEquals("fresh", session.get("cart")));
        t2.request(id, session -> session.set("cart", "fresher"));
      }

      assertEquals(2, t2.metrics.get(Metric.ATTRIBUTES_UNREADABLE_REPLACED));
      List<String> lines = log.warnings().stream().filter(each -> each.contains("set it")).toList();
      assertEquals(1, lines.size(), lines::toString);
      assertTrue(
          lines
              .get(0)
              .startsWith(
                  "Session s…: attribute \"cart\" cannot be decoded here, and the application has set"
                      + " it: the new value replaces the stored one for all Tomcats. Was that written"
                      + " by a newer version of the application? 0 more"),
          lines.get(0));
    }
  }

  @Test
  void setWhenTheApplicationHasNotAskedForTheUnreadableAttributeThenThatIsCountedToo() {
    store("s1");

    t2.request("s1", session -> session.set("cart", "fresh"));

    assertEquals(1, t2.metrics.get(Metric.ATTRIBUTES_UNREADABLE_REPLACED));
  }

  @Test
  void removeWhenTheAttributeCannotBeDecodedThenNothingIsCounted() {
    store("s1");

    t2.request("s1", session -> session.removeAttribute("cart"));
    t2.request("s1", session -> session.set("cart", "fresh"));

    assertEquals(0, t2.metrics.get(Metric.ATTRIBUTES_UNREADABLE_REPLACED));
  }

  private void store(String... ids) {
    for (String id : ids) {
      FakeInstance session = t1.create(id);
      session.set("cart", new FailsWhenRead());
      t1.end(session);
    }
  }

  private static void readAndSet(FakeInstance session, int number) {
    assertNull(session.get("cart"));
    assertNull(session.get("cart"));
    session.set("here", number);
  }
}
