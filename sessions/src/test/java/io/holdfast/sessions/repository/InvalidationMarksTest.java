package io.holdfast.sessions.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.InMemoryStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.repository.InvalidationMarks.Mark;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InvalidationMarksTest {

  private static final SessionId ID = new SessionId("s");
  private static final TimeToLive HOUR = new TimeToLive(3_600);

  private final InMemoryStore n1 = new InMemoryStore("n1", InstantSource.system());
  private final InMemoryStore n2 = new InMemoryStore("n2", InstantSource.system());
  private final InvalidationMarks t1 = tomcatThatSees(Set.of("n1", "n2"));
  private final InvalidationMarks t2 = tomcatThatSees(Set.of("n1", "n2"));

  @Test
  void claimWhenTwoTomcatsTryThenTheFirstHasIt() {
    assertTrue(t1.claim(ID, 1, HOUR).join().isFirst());
    assertFalse(t2.claim(ID, 1, HOUR).join().isFirst());
  }

  @Test
  void claimWhenOneTomcatSeesOnlyOneNodeThenStillOneHasIt() {
    for (String seen : List.of("n1", "n2")) {
      SessionId id = new SessionId("seen-" + seen);

      assertTrue(tomcatThatSees(Set.of(seen)).claim(id, 1, HOUR).join().isFirst());
      assertFalse(t2.claim(id, 1, HOUR).join().isFirst());
    }
  }

  @Test
  void claimWhenTheIdIsOfALaterSessionThenIsAnother() {
    assertTrue(t1.claim(ID, 1, HOUR).join().isFirst());
    assertTrue(t1.claim(ID, 2, HOUR).join().isFirst());
  }

  @Test
  void claimWhenANodeThatIsThereDoesNotTakeItThenIsNotComplete() {
    assertTrue(t1.claim(ID, 1, HOUR).join().isComplete());
    n1.failWith(Reason.REFUSED);

    assertFalse(t1.claim(ID, 2, HOUR).join().isComplete());
    assertFalse(t1.restore(ID, 2, HOUR).join());
    assertTrue(tomcatThatSees(Set.of("n2")).claim(ID, 3, HOUR).join().isComplete(), "n1 is lost");
    n1.heal();
    assertTrue(t1.restore(ID, 2, HOUR).join());
  }

  @Test
  void claimWhenNobodyAnswersThenIsOurs() {
    n1.failWith(Reason.TIMEOUT);
    n2.failWith(Reason.TIMEOUT);

    assertTrue(t1.claim(ID, 1, HOUR).join().isFirst());
  }

  /** With keys, a mark that somebody else has put there ends no session. */
  @Test
  void lookWhenTheMarkCannotBeOpenedThenThereIsNone() {
    assertTrue(t1.claim(ID, 1, HOUR).join().isFirst());
    assertEquals(Mark.FOUND, t2.look(ID, 1).join());
    for (InMemoryStore node : List.of(n1, n2)) {
      for (String key : node.keys()) {
        var unused = node.store(key, new byte[0], HOUR, WriteCondition.always()).join();
      }
    }

    assertEquals(Mark.NONE, t2.look(ID, 1).join());
  }

  private InvalidationMarks tomcatThatSees(Set<String> nodes) {
    Placement placement = new Placement(List.of("n1", "n2"), Set.of(), 1, nodes::contains);
    NodeSet nodeSet = new NodeSet(placement, Map.of("n1", n1, "n2", n2));
    return new InvalidationMarks(() -> nodeSet, StorageKeys.parse("", "localhost", "", null));
  }
}
