package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many sticky sessions when nodes come and go. */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class SessionResyncTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final FaultyStore n1 = nodes.get("n1");
  private final FaultyStore n2 = nodes.get("n2");
  private final ResyncingTomcat tomcat = new ResyncingTomcat("t1", nodes, 1);

  @Test
  void nodeLostWhenItHeldSessionsThenTheNextNodeGetsThem() {
    Set<String> all = tomcat.createStored(20);
    Set<String> onSecond = records(n2);
    nodes.clearOperations();

    tomcat.lose("n1");

    assertEquals(all, records(n2));
    assertEquals(
        Set.of(),
        n2.operations().stream()
            .filter(operation -> operation.startsWith("store "))
            .map(operation -> operation.substring("store ".length()))
            .filter(onSecond::contains)
            .collect(Collectors.toSet()));
  }

  @Test
  void nodeReturnedWhenManySessionsThenABatchAtATimeAndTheLatestUsedFirst() {
    Nodes one = new Nodes("n1");
    ResyncingTomcat alone = new ResyncingTomcat("t1", one, 1);
    for (int i = 0; i < 250; i++) {
      one.clock.advance(Duration.ofMillis(1));
      alone.create("s" + i, "old");
    }
    alone.lose("n1");
    one.get("n1").wipe();
    one.get("n1").heal();
    one.clearOperations();

    alone.engine.health.watch("n1").succeeded();
    alone.resync.nodeReturned("n1");
    alone.engine.timer.advance(Duration.ofMillis(1));

    assertEquals(ResyncingTomcat.names(150, 250), records(one.get("n1")));
    assertEquals(
        "store s249",
        one.operations().stream().filter(o -> o.startsWith("store")).findFirst().orElse(""));
    alone.engine.timer.advance(Duration.ofMillis(100));
    assertEquals(ResyncingTomcat.names(50, 250), records(one.get("n1")));
    alone.engine.timer.advance(Duration.ofMillis(100));
    assertEquals(ResyncingTomcat.names(0, 250), records(one.get("n1")));
    assertNull(alone.engine.timer.untilNext());
  }

  @Test
  void nodeReturnedWhenItComesAndGoesThenASessionWaitsOnlyOnce() {
    Nodes one = new Nodes("n1");
    ResyncingTomcat alone = new ResyncingTomcat("t1", one, 1);
    alone.createStored(150);
    one.get("n1").wipe();
    one.clearOperations();
    for (int i = 0; i < 10; i++) {
      alone.resync.reconnected("n1");
    }

    alone.settle();

    assertEquals(150, one.count("store"));
  }

  @Test
  void nodeReturnedWhenTheTimerHasStoppedThenNothingHappens() {
    tomcat.createStored(5);
    tomcat.engine.timer.shutdownNow();
    nodes.clearOperations();

    tomcat.resync.nodeReturned("n1");
    tomcat.engine.timer.advance(Duration.ofMinutes(1));

    assertEquals(List.of(), nodes.operations());
  }

  private static Set<String> records(FaultyStore node) {
    return node.keys().stream()
        .filter(key -> !key.contains(":"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
