package io.holdfast.sessions.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.nonsticky.FakeNonStickySession;
import io.holdfast.sessions.nonsticky.NonStickyTomcat;
import io.holdfast.sessions.sticky.FakeSession;
import io.holdfast.sessions.sticky.OneTomcat;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A Tomcat that dies as soon as a session is safe must have noted when that will be over. */
class ExpiryNotesTest {

  private final Nodes nodes = new Nodes("n1");
  private final OneTomcat sticky = new OneTomcat("t1", nodes, Settings.SYNC.withNotesOfEnds());
  private final NonStickyTomcat anywhere = NonStickyTomcat.notingEnds("t1", nodes);

  @AfterEach
  void stop() {
    sticky.close();
  }

  @Test
  void requestWhenTheSessionIsNewThenItsEndIsNotedBeforeItIsStored() {
    sticky.request(sticky.create("s"), s -> s.set("user", "ann"));

    assertEquals(List.of("store list", "append list", "store s"), operations());
  }

  @Test
  void requestWhenTheIntervalIsAnotherThenTheEndIsNotedBeforeTheSessionIsStored() {
    FakeSession session = sticky.createStored("s", "apple");
    nodes.clearOperations();

    sticky.request(session, s -> s.set("value", "pear"));
    sticky.request(session, s -> s.setMaxInactiveInterval(5));

    assertEquals(List.of("store s", "store list", "append list", "store s"), operations());
  }

  @Test
  void saveWhenNonStickyThenTheEndIsNotedBeforeTheSessionIsStored() {
    FakeNonStickySession session = anywhere.create("s");
    session.set("user", "ann");
    anywhere.end(session);

    assertEquals(
        List.of("store list", "append list", "store s"),
        operations().stream().filter(operation -> !operation.startsWith("load")).toList());
  }

  private List<String> operations() {
    return nodes.operations().stream()
        .map(operation -> operation.replaceFirst(" #x.*", " list"))
        .toList();
  }
}
