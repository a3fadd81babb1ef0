package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ann's sticky session ends, and Bob gets one with the same id, because another application of the
 * browser has the id yet. A request of Ann's is at work on a Tomcat that has her session; what it
 * does late leaves Bob's as it is. {@link NonStickyUsedIdTest} asks what holds for any session.
 */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class StickyUsedIdTest {

  private static final String ID = "s";

  private final Nodes nodes = new Nodes("n1");
  private final Map<String, CutLine> lines = new HashMap<>();
  private final StickyTomcat t1 = start("t1");
  private final StickyTomcat t2 = start("t2");

  private StickyTomcat start(String name) {
    return new StickyTomcat(
        name,
        nodes,
        1,
        (node, store) -> {
          CutLine line = new CutLine(store);
          lines.put(name, line);
          return line;
        });
  }

  private void tick() {
    nodes.clock.advance(Duration.ofMillis(1));
  }

  /** Ann's session is on t1, in a version that Bob's will not have for long; t2 has a copy. */
  private void annOnT1WithACopyOnT2() {
    t1.create(ID, "ann");
    tick();
    t2.move(ID, session -> session.set("value", "ann, at t2"));
    tick();
    t1.move(ID, session -> session.set("value", "ann, back at t1"));
    tick();
  }

  /** A request of Ann's that changes something, and takes long. */
  private static FakeInstance atWorkOn(StickyTomcat tomcat) {
    FakeInstance ann = Objects.requireNonNull(tomcat.arrive(ID));
    ann.set("value", "ann, by a request that took long");
    return ann;
  }

  /** Ann goes on at the other Tomcat and logs out there, and Bob logs in. */
  private void bobInsteadOfAnnOn(StickyTomcat tomcat) {
    tomcat.move(ID, session -> session.set("more", "ann's"));
    tomcat.invalidate(Objects.requireNonNull(tomcat.arrive(ID)));
    tick();
    tomcat.create(ID, "bob");
    nodes.clock.advance(Duration.ofSeconds(1));
  }

  private @Nullable Object stored() {
    return new StickyTomcat("fresh", nodes, 1).read(ID);
  }

  /** How the late request ends. */
  private enum Late {
    CHANGES {
      @Override
      void act(StickyTomcat tomcat, FakeInstance ann) {
        assertEquals(SaveOutcome.ENDED, tomcat.engine.end(ann));
      }
    },
    STOPS {
      @Override
      void act(StickyTomcat tomcat, FakeInstance ann) {
        assertEquals(SaveOutcome.ENDED, EngineTomcat.now(tomcat.engine.shared.saveAtStop(ann)));
      }
    },
    LOGS_OUT {
      @Override
      void act(StickyTomcat tomcat, FakeInstance ann) {
        tomcat.invalidate(ann);
        assertFalse(EngineTomcat.now(tomcat.engine.shared.end(ann))); // once more
      }
    },
    CHANGES_THE_ID {
      @Override
      void act(StickyTomcat tomcat, FakeInstance ann) {
        tomcat.changeId(ann, "another");
        tomcat.engine.end(ann);
        assertNull(tomcat.takeOver("another"));
      }
    };

    abstract void act(StickyTomcat tomcat, FakeInstance ann);
  }

  @ParameterizedTest
  @EnumSource
  void lateRequestWhenTheNewSessionIsElsewhereThenThatStays(Late late) {
    annOnT1WithACopyOnT2();
    FakeInstance ann = atWorkOn(t1);
    bobInsteadOfAnnOn(t2);

    late.act(t1, ann);
    t1.settle();

    assertEquals("bob", stored());
    assertEquals("bob", t1.read(ID));
    assertEquals("bob", t2.read(ID));
  }

  @Test
  void lateRequestWhenTheNewSessionIsStoredWhileItSavesThenThatStays() {
    annOnT1WithACopyOnT2();
    FakeInstance ann = atWorkOn(t1);
    nodes.clock.advance(Duration.ofSeconds(1));
    AtomicBoolean hasBegun = new AtomicBoolean();
    nodes
        .get("n1")
        .onStoreOf(
            ID,
            () -> {
              if (!hasBegun.getAndSet(true)) {
                bobInsteadOfAnnOn(t2);
              }
            });

    assertEquals(SaveOutcome.ENDED, t1.engine.end(ann));
    t1.settle();

    assertTrue(hasBegun.get());
    assertEquals("bob", stored());
  }

  @Test
  void lateRequestWhenTheSessionGoesOnThenItsChangeIsStored() {
    annOnT1WithACopyOnT2();
    FakeInstance ann = atWorkOn(t1);
    nodes.clock.advance(Duration.ofSeconds(1));

    assertEquals(SaveOutcome.SAVED, t1.engine.end(ann));

    assertEquals("ann, by a request that took long", stored());
  }

  /** The line of its Tomcat is cut when it begins, so it uses the copy that is here. */
  @Test
  void lateRequestWhenItHasFoundNoNodeThenTheNewSessionStays() {
    annOnT1WithACopyOnT2();
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.CUT);
    FakeInstance ann = Objects.requireNonNull(t2.takeOver(ID));
    ann.set("value", "ann, in doubt");
    bobInsteadOfAnnOn(t1);
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.WHOLE);

    t2.engine.end(ann);
    t2.settle();

    assertEquals("bob", stored());
    assertEquals("bob", t2.read(ID));
  }

  @Test
  void takeOverWhenTheFormerSessionWasChangedWithoutANodeThenNothingOfThatIsInTheNewOne() {
    annOnT1WithACopyOnT2();
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.CUT);
    bobInsteadOfAnnOn(t1);
    t2.move(ID, session -> session.set("cart", "ann's"));
    Objects.requireNonNull(lines.get("t2")).become(CutLine.State.WHOLE);
    t2.engine.health.watch("n1").succeeded(); // the request comes before anything is stored again

    FakeInstance found = Objects.requireNonNull(t2.takeOver(ID));

    assertEquals("bob", found.get("value"));
    assertNull(found.get("cart"));
  }

  @Test
  void stragglersWhenTheNewSessionIsStoredMeanwhileThenThatStays() {
    annOnT1WithACopyOnT2();
    nodes.get("n1").wipe();
    t2.here(ID).instanceState().toBeSaved();
    AtomicBoolean hasBegun = new AtomicBoolean();
    nodes
        .get("n1")
        .onStoreOf(
            ID,
            () -> {
              if (!hasBegun.getAndSet(true)) {
                t1.invalidate(Objects.requireNonNull(t1.arrive(ID)));
                tick();
                t1.create(ID, "bob");
              }
            });

    t2.resync.stragglers();
    t2.settle();

    assertTrue(hasBegun.get());
    assertEquals("bob", stored());
    assertEquals("bob", t2.read(ID));
  }
}
