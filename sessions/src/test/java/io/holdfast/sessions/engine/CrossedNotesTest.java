package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each of two Tomcats reaches another node, and stores its changes of one session there. One of
 * them makes notes of a login by FORM; which of the two records is the newer one is varied.
 */
@ParameterizedClass
@ValueSource(booleans = {true, false})
final class CrossedNotesTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1;
  private final EngineTomcat t2;
  private final EngineTomcat t3;

  CrossedNotesTest(boolean isSticky) {
    t1 = tomcat("t1", isSticky);
    t2 = tomcat("t2", isSticky);
    t3 = tomcat("t3", isSticky);
  }

  private EngineTomcat tomcat(String name, boolean isSticky) {
    return isSticky
        ? EngineTomcat.sticky(name, nodes, Granularity.ATTRIBUTE)
        : new EngineTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  @BeforeEach
  void createAndCut() {
    FakeInstance session = t1.create("s");
    session.note("first");
    t1.end(session);
    t2.read("s", "a");
    t1.health.watch("n1").disconnected("no connection");
    t2.health.watch("n2").disconnected("no connection");
  }

  private FakeInstance readWhenAllIsWell() {
    for (EngineTomcat each : List.of(t1, t2)) {
      nodes.ids().forEach(id -> each.health.watch(id).succeeded());
    }
    return Objects.requireNonNull(t3.begin("s"));
  }

  /** So often that its record is the newer one, or the older. */
  private void noteAtT1AndChangeAtT2(Object note, int notes, int changes) {
    for (int i = 0; i < notes; i++) {
      String last = i == notes - 1 ? "last" : "another";
      t1.request(
          "s",
          s -> {
            s.set("n", last);
            s.note(note.equals("none") ? null : note);
          });
    }
    for (int i = 0; i < changes; i++) {
      String last = "2." + i;
      t2.request("s", s -> s.set("a", last));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void joinWhenOneMadeANoteThenItIsThere(int changesOfTheOther) {
    noteAtT1AndChangeAtT2("interrupted", 2, changesOfTheOther);

    FakeInstance read = readWhenAllIsWell();

    assertEquals("interrupted", read.storableNotes());
    assertEquals("2." + (changesOfTheOther - 1), read.get("a"));
    assertEquals("last", read.get("n"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void joinWhenOneRemovedTheNoteThenItIsGone(int changesOfTheOther) {
    noteAtT1AndChangeAtT2("none", 2, changesOfTheOther);

    assertNull(readWhenAllIsWell().storableNotes());
  }

  /** Each Tomcat has lost the other's record; what either Tomcat shows is merged as well. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void joinWhenTheTomcatThatMadeNoNoteGoesOnThenTheNoteIsThere(int changesOfTheOther) {
    noteAtT1AndChangeAtT2("interrupted", 2, changesOfTheOther);
    nodes.ids().forEach(id -> t2.health.watch(id).succeeded());

    t2.request("s", s -> s.set("b", "x"));
    nodes.get("n1").failWith(Reason.UNAVAILABLE);

    assertEquals("interrupted", Objects.requireNonNull(t2.begin("s")).storableNotes());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void joinWhenOneMadeANoteAndTheOtherLoggedInThenBothAreThere(int changesOfTheOther) {
    noteAtT1AndChangeAtT2("interrupted", 2, changesOfTheOther - 1);
    t2.request("s", s -> s.logIn("BASIC", "ann"));

    FakeInstance read = readWhenAllIsWell();

    assertEquals("interrupted", read.storableNotes());
    assertEquals("ann", read.principal());
  }
}
