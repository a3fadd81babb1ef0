package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A session comes to a Tomcat that does not reach the node with its latest record, and a login by
 * FORM is under way there. When that node answers, the record and what was noted here are merged.
 */
@Timeout(60)
final class UncertainNotesTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final OneTomcat t1 = new OneTomcat("t1", nodes, Settings.SYNC.withCopies(2));
  private final OneTomcat t2 = new OneTomcat("t2", nodes, Settings.SYNC.withCopies(2));
  private final OneTomcat t3 = new OneTomcat("t3", nodes, Settings.SYNC.withCopies(2));
  private FakeSession session;

  @BeforeEach
  void takeOverWhatIsOlder() {
    FakeSession former = t1.createStored("a", "first");
    t1.request(former, s -> s.note("first"));
    t1.health.disconnected("n2");
    t1.request(former, s -> s.set("value", "second"));
    t1.settle();
    t2.health.disconnected("n1");
    session = Objects.requireNonNull(t2.takeOver("a"));
    assertEquals("first", session.get("value"));
  }

  @AfterEach
  void close() {
    List.of(t1, t2, t3).forEach(OneTomcat::close);
  }

  private void answersAgain() {
    t2.health.succeeded("n1");
  }

  @Test
  void arriveWhenANoteWasMadeHereThenItIsThere() {
    t2.request(session, s -> s.note("interrupted"));
    answersAgain();

    FakeSession merged = Objects.requireNonNull(t2.arrive(session));

    assertEquals("second", merged.get("value"));
    assertEquals("interrupted", merged.storableNotes());
  }

  @Test
  void arriveWhenTheNoteWasRemovedHereThenItIsGone() {
    t2.request(session, s -> s.note(null));
    answersAgain();

    assertNull(Objects.requireNonNull(t2.arrive(session)).storableNotes());
  }

  @Test
  void repeatWhenANoteWasMadeHereThenTheNodesHaveItWithTheLatestRecord() {
    t2.request(session, s -> s.note("interrupted"));
    answersAgain();
    t2.settle();

    FakeSession read = Objects.requireNonNull(t3.takeOver("a"));

    assertEquals("second", read.get("value"));
    assertEquals("interrupted", read.storableNotes());
  }

  @Test
  void arriveWhenTheIdInTheNotesOnlyFollowedTheSessionThenTheyAreThoseOfTheLatestRecord() {
    session.note("first, at t2");
    session.backupState().moved(session);
    t2.request(session, s -> s.set("b", "x"));
    answersAgain();

    FakeSession merged = Objects.requireNonNull(t2.arrive(session));

    assertEquals("x", merged.get("b"));
    assertEquals("first", merged.storableNotes());
  }

  @Test
  void areNotesFromHereWhenSomebodyLoggedInAtTheOtherTomcatThenNot() {
    LocalChanges notes = new LocalChanges(Map.of(), Set.of(), false, false, true);
    LocalChanges both = new LocalChanges(Map.of(), Set.of(), true, false, true);

    assertEquals(
        List.of(true, false, true),
        List.of(
            notes.areNotesFromHere(null, null),
            notes.areNotesFromHere(null, "FORM"),
            both.areNotesFromHere("FORM", null)));
  }
}
