package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.model.Nodes;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the scenes of two Tomcats cannot show. */
final class SessionEngineTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  private void createStored(String id) {
    FakeInstance session = t1.create(id);
    session.set("fruit", "apple");
    t1.end(session);
  }

  @Test
  void saveWhenWhatFollowsItFailsThenTheNextSaveHasItsTurn() {
    FailingFiles files = new FailingFiles();
    EngineTomcat tomcat = new EngineTomcat("t1", nodes, files);
    FakeInstance session = tomcat.create("s");
    session.set("a", 1);
    SaveOutcome failed = tomcat.end(session);

    files.fail = false;
    SaveOutcome next = tomcat.request("s", again -> again.set("b", 2));

    assertEquals(List.of(SaveOutcome.FAILED, SaveOutcome.SAVED), List.of(failed, next));
    assertEquals(1, t2.read("s", "a"));
    assertEquals(2, t2.read("s", "b"));
  }

  /**
   * A counter under a lease was raised to the same number twice: a change of another Tomcat had
   * been taken along by the instance that was here, which does not show it, and the nodes were
   * silent.
   */
  @Test
  void unansweredWhenTheInstanceDoesNotShowAllThatIsKnownHereThenOneIsMadeOfThat() {
    createStored("s");
    FakeInstance local = Objects.requireNonNull(t1.begin("s"));
    t2.request("s", s -> s.set("there", "2"));
    local.set("here", "1");
    t1.end(local);

    LoadedSession.Fresh opening =
        assertInstanceOf(LoadedSession.Fresh.class, t1.shared.unanswered(local));

    FakeInstance fresh = new FakeInstance(opening);
    assertEquals("1", fresh.get("here"));
    assertEquals("2", fresh.get("there"));
  }

  @Test
  void unansweredWhenTheInstanceShowsAllThatIsKnownHereThenItIsUsed() {
    createStored("s");
    FakeInstance local = Objects.requireNonNull(t1.begin("s"));
    t1.end(local);

    assertInstanceOf(LoadedSession.Local.class, t1.shared.unanswered(local));
  }

  private static final class FailingFiles implements DiskFallback {

    private boolean fail = true;

    @Override
    public @Nullable SessionSnapshot find(SessionId id) {
      return null;
    }

    @Override
    public void stored(SessionId id) {
      if (fail) {
        throw new AssertionError("told to fail");
      }
    }

    @Override
    public void ended(SessionId id) {}

    @Override
    public void unreadable(SessionId id) {}
  }

  /** A Tomcat that is slower than others write under the former id would never be done. */
  @Test
  void renameWhenOthersStoreUnderTheFormerIdAllTheTimeThenItSucceedsAndTakesAllAlong() {
    createStored("old");
    FakeInstance session = Objects.requireNonNull(t2.begin("old"));
    AtomicInteger stored = new AtomicInteger();
    nodes
        .get(t1.firstNodeOf("new"))
        .onStoreOf(
            "new",
            () -> {
              FakeInstance other = t1.begin("old");
              if (other != null) {
                other.set("late", String.valueOf(stored.incrementAndGet()));
                assertEquals(SaveOutcome.SAVED, t1.end(other));
              }
            });

    session.changeId(new SessionId("new"));
    EngineTomcat.now(t2.shared.renamed(session, new SessionId("old")));

    assertNull(t1.begin("old"));
    assertEquals(String.valueOf(stored.get()), t1.read("new", "late"));
  }
}
