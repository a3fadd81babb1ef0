package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

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

  /** What the refused request set first may be in the save in front of its own. */
  @Test
  void saveWhenItIsGivenUpThenTheOneInFrontIsNotLaidOverWhatIsStoredSinceEither() {
    FakeInstance one = begin();
    FakeInstance refused = begin();
    become(CutLine.State.SLOW);
    refused.set("fruit", "pear");
    CompletableFuture<SaveOutcome> first = t1.endLater(one);
    refused.set("drink", "water");
    CompletableFuture<SaveOutcome> second = t1.endLater(refused);

    giveUpAndStoreElsewhere(refused);

    assertEquals(SaveOutcome.OVERTAKEN, EngineTomcat.now(first));
    assertEquals(SaveOutcome.OVERTAKEN, EngineTomcat.now(second));
    assertEquals("plum", t1.read("s", "fruit"));
    assertEquals("plum", t2.read("s", "fruit"));
  }

  /** The save in front has an answered change, so it is merged with the other Tomcat's. */
  @Test
  void saveWhenTheOneInFrontMergesWhatIsStoredSinceThenThatIsKept() {
    FakeInstance one = begin();
    FakeInstance two = begin();
    FakeInstance refused = begin();
    become(CutLine.State.CUT);
    one.set("drink", "water");
    SaveOutcome answered = t1.end(one);
    become(CutLine.State.SLOW);
    two.set("bread", "rye");
    CompletableFuture<SaveOutcome> first = t1.endLater(two);
    refused.set("fruit", "pear");
    CompletableFuture<SaveOutcome> second = t1.endLater(refused);

    giveUpAndStoreElsewhere(refused);

    assertEquals(SaveOutcome.FAILED, answered);
    assertEquals(SaveOutcome.SAVED, EngineTomcat.now(first));
    assertEquals(SaveOutcome.OVERTAKEN, EngineTomcat.now(second));
    assertEquals("plum", t2.read("s", "fruit"));
    assertEquals("water", t2.read("s", "drink"));
    assertEquals("rye", t2.read("s", "bread"));
  }

  @Test
  void renameWhenItsRequestIsRefusedAndAnotherTomcatStoresSinceThenTheFormerIdIsKept() {
    FakeInstance one = begin();
    FakeInstance another = begin();
    FakeInstance refused = begin();
    become(CutLine.State.SLOW);
    one.set("drink", "water");
    var onItsWay = t1.endLater(one);
    another.set("bread", "rye");
    var waiting = t1.endLater(another);
    refused.set("fruit", "pear");
    refused.changeId(new SessionId("t"));
    CompletableFuture<SaveOutcome> renamed = t1.shared.renamed(refused, FORMER);

    giveUpAndStoreElsewhere(refused);

    CompletableFuture.allOf(onItsWay, waiting).join();
    assertEquals(SaveOutcome.OVERTAKEN, EngineTomcat.now(renamed));
    assertEquals("plum", t2.read("s", "fruit"));
    assertNull(t2.begin("t"));
  }

  /** Another Tomcat stores under the former id when the record already lies under the new one. */
  @Test
  void renameWhenAnotherTomcatStoresBeforeTheFormerIdEndsThenTheFormerIdIsKept() {
    FakeInstance refused = begin();
    giveUpAndStoreElsewhereBeforeTheFirstWrite(refused);
    refused.set("fruit", "pear");
    refused.changeId(new SessionId("t"));

    SaveOutcome outcome = EngineTomcat.now(t1.shared.renamed(refused, FORMER));

    assertEquals(SaveOutcome.OVERTAKEN, outcome);
    assertEquals("plum", t2.read("s", "fruit"));
    assertNull(t2.begin("t"));
  }

  @Test
  void renameWhenTheInstanceHasAnAnsweredChangeThenThatGoesAlong() {
    FakeInstance one = begin();
    FakeInstance refused = begin();
    become(CutLine.State.CUT);
    one.set("drink", "water");
    SaveOutcome answered = t1.end(one);
    become(CutLine.State.WHOLE);
    giveUpAndStoreElsewhereBeforeTheFirstWrite(refused);
    refused.changeId(new SessionId("t"));

    SaveOutcome outcome = EngineTomcat.now(t1.shared.renamed(refused, FORMER));

    assertEquals(SaveOutcome.FAILED, answered);
    assertEquals(SaveOutcome.SAVED, outcome);
    assertEquals("water", t2.read("t", "drink"));
    assertEquals("plum", t2.read("t", "fruit"));
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

  private void giveUpAndStoreElsewhere(FakeInstance session) {
    session.instanceState().saves().giveUp();
    t2.request("s", other -> other.set("fruit", "plum"));
    become(CutLine.State.WHOLE);
  }

  private void giveUpAndStoreElsewhereBeforeTheFirstWrite(FakeInstance session) {
    boolean[] isRefused = {false};
    Runnable once =
        () -> {
          if (!isRefused[0]) {
            isRefused[0] = true;
            session.instanceState().saves().giveUp();
            t2.request("s", other -> other.set("fruit", "plum"));
          }
        };
    nodes.stores().values().forEach(node -> node.onStore(once));
  }

  private FakeInstance begin() {
    return Objects.requireNonNull(t1.begin("s"));
  }

  private void become(CutLine.State state) {
    lines.values().forEach(line -> line.become(state));
  }
}
