package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.Nodes;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A session gets another id on one Tomcat, while another one stores something beside its attributes
 * under the former id. Whose version is the larger one is a matter of chance: each seed has another
 * order.
 */
final class ChangedIdsBesideLoginsTest {

  private final Nodes nodes = new Nodes("n1", "n2");

  private EngineTomcat tomcat(String name) {
    return new EngineTomcat(name, nodes, 2, Granularity.ATTRIBUTE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
  void renameWhenAnotherLoggedInUnderTheFormerIdThenTheUserIsThere(String seed) {
    EngineTomcat t1 = tomcat(seed + "1");
    EngineTomcat t2 = tomcat(seed + "2");
    t1.end(t1.create("old"));
    FakeInstance renamed = Objects.requireNonNull(t1.begin("old"));
    t2.request(
        "old",
        session -> {
          session.logIn("BASIC", "ann");
          session.note("signed on");
          session.setMaxInactiveInterval(60);
        });

    renamed.changeId(new SessionId("new"));
    EngineTomcat.now(t1.shared.renamed(renamed, new SessionId("old")));

    FakeInstance read = Objects.requireNonNull(tomcat("t3").begin("new"));
    assertEquals("ann", read.principal());
    assertEquals("signed on", read.storableNotes());
    assertEquals(60, read.times().maxInactiveInterval());
  }

  /** What the request that changes the id has done itself counts as before. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void renameWhenItsRequestLoggedInThenTheUserIsThere(String seed) {
    EngineTomcat t1 = tomcat(seed + "1");
    EngineTomcat t2 = tomcat(seed + "2");
    t1.end(t1.create("old"));
    FakeInstance renamed = Objects.requireNonNull(t1.begin("old"));
    t2.request("old", session -> session.set("fruit", "apple"));

    renamed.changeId(new SessionId("new"));
    renamed.logIn("FORM", "bob");
    EngineTomcat.now(t1.shared.renamed(renamed, new SessionId("old")));

    FakeInstance read = Objects.requireNonNull(tomcat("t3").begin("new"));
    assertEquals("bob", read.principal());
    assertEquals("apple", read.get("fruit"));
  }
}
