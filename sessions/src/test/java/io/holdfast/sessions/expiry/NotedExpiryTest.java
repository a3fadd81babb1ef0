package io.holdfast.sessions.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.model.Nodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A Tomcat that dies as soon as a session is safe must have noted when that will be over. */
class NotedExpiryTest {

  private final Nodes nodes = new Nodes("n1");
  private final EngineTomcat anywhere = EngineTomcat.notingEnds("t1", nodes);

  @Test
  void saveWhenTheIntervalIsAnotherThenTheEndIsNotedBeforeTheSessionIsStored() {
    FakeInstance session = anywhere.create("s");
    session.set("value", "apple");
    anywhere.end(session);
    nodes.clearOperations();

    session.access(anywhere.now());
    session.set("value", "pear");
    anywhere.end(session);
    session.access(anywhere.now());
    session.setMaxInactiveInterval(5);
    anywhere.end(session);

    assertEquals(List.of("store s", "store list", "append list", "store s"), written());
  }

  @Test
  void saveWhenTheSessionIsNewThenItsEndIsNotedBeforeTheSessionIsStored() {
    FakeInstance session = anywhere.create("s");
    session.set("user", "ann");
    anywhere.end(session);

    assertEquals(List.of("store list", "append list", "store s"), written());
  }

  private List<String> written() {
    return nodes.operations().stream()
        .filter(operation -> !operation.startsWith("load"))
        .map(operation -> operation.replaceFirst(" #x.*", " list"))
        .toList();
  }
}
