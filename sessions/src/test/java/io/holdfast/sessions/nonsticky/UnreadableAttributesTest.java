package io.holdfast.sessions.nonsticky;

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
  private final NonStickyTomcat t1 = new NonStickyTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final NonStickyTomcat t2 = new NonStickyTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  /** Each Tomcat loads each session anew, since the other one has stored it. */
  @Test
  void readWhenAnAttributeCannotBeDecodedThenEachTimeIsCountedAndOneLineIsWritten() {
    for (int i = 0; i < SESSIONS; i++) {
      FakeNonStickySession session = t1.create("s" + i);
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

  private static void readAndSet(FakeNonStickySession session, int number) {
    assertNull(session.get("cart"));
    assertNull(session.get("cart"));
    session.set("here", number);
  }
}
