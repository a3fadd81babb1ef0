package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Saves that a request waits for no longer, behind another save of their instance. */
final class GivenUpSavesTest {

  private static final SessionId FORMER = new SessionId("s");

  private final Nodes nodes = new Nodes("n1", "n2");
  private final Map<String, CutLine> lines = new TreeMap<>();
  private final EngineTomcat t1;
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  GivenUpSavesTest() {
    nodes.stores().forEach((node, store) -> lines.put(node, new CutLine(store)));
    t1 = EngineTomcat.repairing(lines, Granularity.ATTRIBUTE, new Random(1), nodes.clock);
  }

  @BeforeEach
  void createStored() {
    FakeInstance session = t1.create("s");
    session.set("fruit", "apple");
    t1.end(session);
  }

  /** Else its client is told that it is done while the id may not change after all. */
  @Test
  void saveWhenTheIdChangesBehindOneThatWaitsThenWaitsForThatToo() {
    FakeInstance one = begin();
    FakeInstance another = begin();
    FakeInstance renaming = begin();
    become(CutLine.State.SLOW);
    List<Object> seen = new ArrayList<>();
    one.set("drink", "water");
    var onItsWay = t1.endLater(one);
    another.set("bread", "rye");
    var waiting = t1.endLater(another);
    renaming.changeId(new SessionId("t"));
    var renamed = t1.shared.renamed(renaming, FORMER);

    var answered =
        t1.endLater(renaming)
            .thenRun(() -> seen.add(Objects.requireNonNullElse(t2.read("t", "bread"), "none")));
    become(CutLine.State.WHOLE);

    CompletableFuture.allOf(onItsWay, waiting, renamed, answered).join();
    assertEquals(List.of("rye"), seen);
  }

  private FakeInstance begin() {
    return Objects.requireNonNull(t1.begin("s"));
  }

  private void become(CutLine.State state) {
    lines.values().forEach(line -> line.become(state));
  }
}
