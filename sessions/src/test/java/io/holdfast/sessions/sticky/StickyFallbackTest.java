package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.InMemoryStore;
import io.holdfast.sessions.fallback.KeptInMemory;
import io.holdfast.sessions.fallback.PutBack;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sticky session that went to a file when its Tomcat stopped, and what becomes of it later. */
@Timeout(60)
final class StickyFallbackTest {

  private static final SessionId ID = new SessionId("a.t1");

  private final Nodes nodes = new Nodes("n1");
  private final InMemoryStore node = nodes.get("n1");
  private final KeptInMemory files = new KeptInMemory();
  private final OneTomcat tomcat = new OneTomcat("t1", nodes, Settings.SYNC, files);
  private final SessionSnapshot kept = kept();

  @BeforeEach
  void keep() {
    files.put(kept);
  }

  @AfterEach
  void close() {
    tomcat.close();
  }

  @Test
  void endingWhenTheStoreIsAwayThenNoRequestGoesOnFromTheFile() {
    tomcat.lose("n1");
    FakeSession session = takeOver();

    tomcat.service.invalidation().ending(ID, session); // its deletion waits for a thread

    assertInstanceOf(FailoverResult.Unreachable.class, tomcat.service.takeOver(ID, null));
  }

  @Test
  void takeOverWhenTheFileIsPutBackMeanwhileThenTheSessionIsFound() {
    node.onLoad(() -> files.putBack(ID)); // its record comes too late for this read

    assertInstanceOf(FailoverResult.Newer.class, tomcat.service.takeOver(ID, null));
  }

  @Test
  void storeWhenNobodyAsksForTheSessionThenStored() {
    assertEquals(PutBack.Fate.STORED, tomcat.putBack(kept));
    assertEquals("kept", takeOver().get("value"));
  }

  @Test
  void storeWhenTheSessionIsTakenOverAndEndedMeanwhileThenItsRecordGoesAgain() {
    node.onStoreOf("a", () -> tomcat.invalidate(takeOver()));

    PutBack.Fate fate = tomcat.putBack(kept);

    assertEquals(PutBack.Fate.OUTDATED, fate);
    assertFalse(node.keys().contains("a"));
  }

  /** The session as a request of its client finds it. */
  private FakeSession takeOver() {
    FailoverResult found = tomcat.service.takeOver(ID, null);
    return new FakeSession(assertInstanceOf(FailoverResult.Newer.class, found).session());
  }

  private SessionSnapshot kept() {
    long use = nodes.clock.millis();
    return new SessionSnapshot(
        ID,
        7,
        new SessionTimes(use, use, use, 1_800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        new SnapshotCodec(
                new JdkTranscoder(),
                new ContextLoader(getClass().getClassLoader()),
                new SessionMetrics(true))
            .encode(ID, Map.of("value", "kept")));
  }
}
