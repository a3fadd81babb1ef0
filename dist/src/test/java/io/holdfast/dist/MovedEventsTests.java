package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What listeners of two Tomcats hear of one session. */
abstract class MovedEventsTests extends EventsTests {

  @InEachMode
  void listenersWhenASessionMovesThenHearOfItAndNotOfACreation(Mode mode) {
    Witness witness = new Witness(mode.context("app"));
    witness.ask(t1(), "set/hearing?name=a&value=one", "set?name=user&value=ann");
    List<String> here = witness.replies(t1());

    witness.ask(t2(), "get?name=a", "set?name=user&value=bob");
    witness.ask(t2(), "invalidate");

    List<String> expected = new ArrayList<>(takenOver(mode));
    expected.addAll(each("replaced user=ann"));
    expected.addAll(backwards("destroyed [a=one/0, user=bob]"));
    assertEquals(expected, witness.replies(t2()).subList(0, expected.size()));
    assertEquals(
        Stream.concat(
                Stream.of("unbound one/0"),
                Stream.concat(each("removed a=one/0").stream(), each("removed user=bob").stream()))
            .sorted()
            .toList(),
        witness.replies(t2()).stream().skip(expected.size()).sorted().toList());
    assertEquals(here, witness.replies(t1()));
  }

  @Test
  void listenersWhenMovedSessionsEndThenOneTomcatTellsThem() {
    Map<Mode, Witness> expiring = witnesses("brief");
    Witness ended = new Witness("brief");
    List<Witness> all = with(expiring, ended);
    all.forEach(witness -> witness.ask(t1(), "set/hearing?name=a&value=one", "interval?value=8"));

    all.forEach(witness -> witness.ask(t2(), "open/heard", "set?name=b&value=c"));
    expiring.values().forEach(witness -> witness.ask(t2(), "interval?value=1"));
    ended.ask(t2(), "invalidate");
    all.forEach(witness -> awaitEnd(witness, 2, t1(), t2()));
    Await.until("the copies on the first Tomcat are gone", ENDED, () -> active("brief") == 0);

    for (Witness witness : all) {
      assertEquals(1, witness.ends(t1(), t2()), witness::toString);
      assertEquals(1, witness.count(t1(), "unbound") + witness.count(t2(), "unbound"));
      assertEquals(0, witness.count(t2(), "last created"), witness::toString);
    }
    assertEquals(1, ended.ends(t2()));
  }

  @Test
  @ComesLast
  void listenersWhenTheTomcatIsKilledThenAnotherTellsThatItsSessionsAreOver() {
    Map<Mode, Witness> left = witnesses("left");
    Map<Mode, Witness> used = witnesses("left");
    used.values().forEach(witness -> witness.ask(t1(), "open/heard", "set?name=user&value=bob"));
    for (Witness witness : left.values()) {
      witness.ask(t1(), "set/hearing?name=a&value=one", "set?name=user&value=ann");
    }
    left.values().forEach(witness -> witness.ask(t1(), "interval?value=5"));

    t1().kill();
    used.values().forEach(witness -> witness.ask(t2(), "get?name=user"));

    left.forEach(
        (mode, witness) -> {
          awaitEnd(witness, 2, t2());
          List<String> replies = new ArrayList<>(List.of("did activate one/0"));
          replies.addAll(backwards("destroyed [a=one/0, user=ann]"));
          assertEquals(
              replies.stream().sorted().toList(),
              witness.replies(t2()).subList(0, replies.size()).stream().sorted().toList());
          assertEquals(1, witness.count(t2(), "unbound"));
          Await.until("its record is gone", () -> !isRecordOf(witness));
          Visitor operator = new Visitor(mode.context("left"));
          Await.until(
              "it is counted",
              () -> "1".equals(operator.ask(t2(), "counters").get("ABANDONED_ENDED")));
        });
    used.values().forEach(witness -> assertEquals(0, witness.ends(t2()), witness::toString));
  }

  @Test
  void listenersWhenRequestsOnBothTomcatsFindThatTimeIsUpThenOneTellsThem() {
    Witness witness = new Witness(Mode.NON_STICKY.context("app"));
    witness.ask(t1(), "set/hearing?name=a&value=one", "interval?value=5");
    witness.ask(t2(), "set?name=user&value=ann");
    witness.ask(t1(), "get?name=user");
    Witness other = witness.copy();

    awaitTime(System.nanoTime(), FORGOTTEN.plusSeconds(4));
    peek(t1(), witness);
    peek(t2(), other);

    assertEquals(1, witness.ends(t1(), t2()));
  }

  @Test
  void listenersWhenTwoTomcatsInvalidateTheSessionThenOneTellsThem() throws IOException {
    Witness witness = new Witness(Mode.NON_STICKY.context("app"));
    witness.ask(t1(), "set?name=user&value=ann");
    Witness late = witness.copy();

    try (OpenResponse held = late.visitor().open(t1(), "invalidate/late?name=late")) {
      assertEquals('h', held.body().read());
      witness.ask(t2(), "invalidate");
      new Visitor(Mode.NON_STICKY.context("app")).ask(t1(), "release?name=late");
      assertTrue(held.finish().body().contains("ended=true"));
    }

    assertEquals(
        1, witness.ends(t1(), t2()), () -> witness.replies(t1()) + " " + witness.replies(t2()));
    assertFalse(cluster().isStored(late.id()));
  }

  /** Whether a node has a record of the session, under whatever prefix, and no tombstone. */
  private boolean isRecordOf(Witness witness) {
    String base = Cluster.key(witness.id());
    return cluster().nodes().stream()
        .anyMatch(
            node ->
                node.probe().keys().stream()
                    .filter(key -> key.endsWith(base))
                    .map(key -> node.probe().get(key))
                    .anyMatch(value -> value != null && value[3] == 'S'));
  }
}
