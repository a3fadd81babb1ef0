package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.nonsticky.CutLine;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session that went on in uncertainty is stored over a newer record. */
@Timeout(60)
final class ConditionalSaveTest {

  private static final String BASE = "s";

  private final Nodes nodes = new Nodes("n1");
  private final List<CutLine> lines = new ArrayList<>();
  private final CompletableFuture<Object> seenMeanwhile = new CompletableFuture<>();
  private final OneTomcat left =
      new OneTomcat(
          "left",
          nodes,
          Settings.SYNC,
          (node, store) -> {
            lines.add(new CutLine(store));
            return new Meanwhile(lines.get(0));
          });
  private final OneTomcat owner = new OneTomcat("owner", nodes);
  private volatile boolean isStoring;

  @AfterEach
  void close() {
    left.close();
    owner.close();
  }

  /** A request comes back when the node has the merged record, and its Tomcat does not know yet. */
  private final class Meanwhile extends ForwardingStore {

    Meanwhile(SessionStore store) {
      super(store);
    }

    @Override
    public CompletableFuture<WriteResult> store(
        String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
      CompletableFuture<WriteResult> result = super.store(key, value, timeToLive, condition);
      if (isStoring) {
        isStoring = false;
        FakeSession found = Objects.requireNonNull(left.takeOver(BASE));
        seenMeanwhile.complete(Objects.requireNonNull(found.get("value")));
      }
      return result;
    }
  }

  @Test
  void performWhenARequestComesBeforeTheAnswerThenItDoesNotGetTheOldInstance() throws Exception {
    left.createStored(BASE, "apple");
    nodes.clock.advance(Duration.ofMillis(1));
    FakeSession newer = Objects.requireNonNull(owner.takeOver(BASE));
    owner.request(newer, s -> s.set("value", "pear"));
    nodes.clock.advance(Duration.ofMillis(1));
    lines.get(0).become(CutLine.State.CUT);
    FakeSession uncertain = Objects.requireNonNull(left.takeOver(BASE));
    left.request(uncertain, s -> s.set("drink", "tea"));
    lines.get(0).become(CutLine.State.WHOLE);

    isStoring = true;
    left.health.succeeded("n1"); // a probe
    left.settle(); // what is here is stored again

    assertEquals("pear", seenMeanwhile.get(30, TimeUnit.SECONDS));
  }
}
