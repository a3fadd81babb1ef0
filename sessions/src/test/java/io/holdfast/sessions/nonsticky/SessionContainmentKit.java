package io.holdfast.sessions.nonsticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.core.transcoder.kit.HeavyGraphs;
import io.holdfast.core.transcoder.kit.Misbehaving;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import io.holdfast.core.transcoder.kit.SourceLoader;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.sticky.FakeSession;
import io.holdfast.sessions.sticky.OneTomcat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An attribute that misbehaves costs itself: what else is in its session is stored, can be read by
 * another Tomcat, and goes on to be stored. Each serializer is tried with sticky sessions and with
 * shared ones, at the end of a request, after a node was lost, at a takeover and at a stop.
 */
public abstract class SessionContainmentKit {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final CapturedLog log = new CapturedLog(SnapshotCodec.class);

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** The name of a graph of {@link HeavyGraphs#refused} that this serializer must refuse. */
  protected abstract String tooHeavy();

  @AfterEach
  void releaseLog() {
    log.close();
  }

  private Transcoder transcoder() {
    return factory()
        .create(
            TranscoderContext.of(
                Filters.ofLoader(SessionContainmentKit.class.getClassLoader(), "")));
  }

  private NonStickyTomcat shared(Granularity granularity) {
    return new NonStickyTomcat(
        nodes.stores(), 2, granularity, transcoder(), new Random(1), nodes.clock);
  }

  /** The one line of the log that there is to be. */
  private void assertNamed(Misbehaviour misbehaviour) {
    assertEquals(misbehaviour.isStored() ? 0 : 1, log.warnings().size(), log.warnings()::toString);
    log.warnings().forEach(line -> assertNotNull(line.contains("\"bad\"") ? line : null, line));
  }

  @ParameterizedTest
  @EnumSource
  void requestEndedWhenAnAttributeMisbehavesThenTheOthersAreStored(Misbehaviour misbehaviour) {
    try (OneTomcat first = new OneTomcat("t1", nodes, transcoder());
        OneTomcat other = new OneTomcat("t2", nodes, transcoder())) {
      FakeSession session = first.create("s");
      first.request(
          session,
          s -> {
            s.set("bad", misbehaviour.attribute());
            s.set("good", "kept");
          });
      first.request(session, s -> s.set("after", "it"));

      FakeSession taken = Objects.requireNonNull(other.takeOver("s"));

      assertEquals("kept", taken.get("good"));
      assertEquals("it", taken.get("after"));
      assertEquals(misbehaviour.isStored(), taken.get("bad") != null);
      assertNamed(misbehaviour);
    }
  }

  @Test
  void encodeWhenOneAttributeIsHeavyThenTheOthersAreStored() {
    Transcoder transcoder = factory().create(TranscoderContext.of(HeavyGraphs.filter()));
    SnapshotCodec codec =
        new SnapshotCodec(
            transcoder, new ContextLoader(HeavyGraphs.application()), new SessionMetrics(true));
    Map<String, Object> attributes =
        Map.of("bad", HeavyGraphs.refused(tooHeavy()), "good", "kept", "other", List.of("b"));

    Map<String, Object> stored =
        codec.decode(codec.encode(new SessionId("0123456789ABCDEF"), attributes));

    assertEquals(Map.of("good", "kept", "other", List.of("b")), stored);
    assertEquals(1, log.warnings().size(), log.warnings()::toString);
    assertTrue(log.warnings().get(0).contains("\"bad\""), log.warnings().get(0));
  }

  @ParameterizedTest
  @EnumSource
  void nodeLostWhenAnAttributeMisbehavesThenAllSessionsAreStoredAgain(Misbehaviour misbehaviour) {
    try (OneTomcat tomcat = new OneTomcat("t1", nodes, transcoder());
        OneTomcat other = new OneTomcat("t2", nodes, transcoder())) {
      for (int i = 0; i < 6; i++) {
        FakeSession session = tomcat.createStored("s" + i, "kept");
        tomcat.request(session, s -> s.set("bad", misbehaviour.attribute()));
      }

      tomcat.lose("n1");
      other.lose("n1");

      for (int i = 0; i < 6; i++) {
        assertEquals("kept", Objects.requireNonNull(other.takeOver("s" + i)).get("value"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void takeOverWhenOnlyTheFormerTomcatCouldReadAnAttributeThenTheSessionGoesOn(
      Misbehaviour misbehaviour) {
    try (OneTomcat first = new OneTomcat("t1", nodes, transcoder());
        OneTomcat other = new OneTomcat("t2", nodes, transcoder())) {
      FakeSession session = first.createStored("s", Misbehaving.calling(() -> {}));
      first.request(session, s -> s.set("bad", misbehaviour.attribute()));

      FakeSession taken = Objects.requireNonNull(other.takeOver("s"));

      assertNotNull(taken.get("value"));
    }
  }

  /** A class of the application in two versions, of which the second cannot read the first. */
  private enum Change {
    IS_GONE("public class Basket implements java.io.Serializable {}"),
    HAS_ANOTHER_FORM(
        """
        public class Basket implements java.io.Serializable {
          private static final long serialVersionUID = 1;
          String text = "text";
        }
        """,
        """
        public class Basket implements java.io.Serializable {
          private static final long serialVersionUID = 1;
          java.util.ArrayList<String> text;
        }
        """),
    READ_OBJECT_REFUSES(
        """
        public class Basket implements java.io.Serializable {
          private static final long serialVersionUID = 1;
          private void readObject(java.io.ObjectInputStream in) throws java.io.IOException {}
        }
        """,
        """
        public class Basket implements java.io.Serializable {
          private static final long serialVersionUID = 1;
          private void readObject(java.io.ObjectInputStream in) throws java.io.IOException {
            throw new java.io.InvalidObjectException("written by an old version");
          }
        }
        """),
    CONSTRUCTOR_REFUSES(
        """
        public record Basket(int price) implements java.io.Serializable {
          public Basket() {
            this(0);
          }
        }
        """,
        """
        public record Basket(int price) implements java.io.Serializable {
          public Basket {
            if (price == 0) {
              throw new IllegalArgumentException("free of charge");
            }
          }
        }
        """);

    private final String before;
    private final @Nullable String after;

    Change(String before) {
      this(before, null);
    }

    Change(String before, @Nullable String after) {
      this.before = before;
      this.after = after;
    }

    ClassLoader next() {
      return after == null ? new SourceLoader() : new SourceLoader(after);
    }
  }

  private Transcoder transcoderOf(ClassLoader application) {
    return factory().create(TranscoderContext.of(Filters.ofLoader(application, "")));
  }

  @ParameterizedTest
  @EnumSource
  void takeOverWhenOneAttributeCannotBeReadThenTheOthersAreThere(Change change) throws Exception {
    ClassLoader before = new SourceLoader(change.before);
    Object basket = before.loadClass("Basket").getConstructor().newInstance();
    Transcoder ofOther = transcoderOf(change.next());
    try (OneTomcat first = new OneTomcat("t1", nodes, transcoderOf(before));
        OneTomcat other = new OneTomcat("t2", nodes, ofOther);
        OneTomcat third = new OneTomcat("t3", nodes, ofOther)) {
      FakeSession session = first.create("s");
      first.request(
          session,
          s -> {
            s.logIn("FORM", "user");
            s.set("bad", basket);
            s.set("good", new ArrayList<>(List.of("kept")));
          });

      FakeSession taken = Objects.requireNonNull(other.takeOver("s"));

      assertEquals("user", taken.principal());
      assertEquals(List.of("kept"), taken.get("good"));
      assertNull(taken.get("bad"));
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      assertNamed(log.warnings().get(0));
      other.request(taken, s -> s.set("after", "it"));
      assertEquals("it", Objects.requireNonNull(third.takeOver("s")).get("after"));
    }
  }

  private static void assertNamed(String line) {
    assertTrue(line.contains("\"bad\""), line);
  }

  @Test
  void takeOverWhenTwoAttributesShareAListThenItIsOneObject() {
    try (OneTomcat first = new OneTomcat("t1", nodes, transcoder());
        OneTomcat other = new OneTomcat("t2", nodes, transcoder())) {
      FakeSession session = first.create("s");
      List<String> shared = new ArrayList<>(List.of("shared"));
      first.request(
          session,
          s -> {
            s.set("list", shared);
            s.set("reference", new AtomicReference<>(shared));
            s.set("other", "kept");
          });

      FakeSession taken = Objects.requireNonNull(other.takeOver("s"));

      AtomicReference<?> reference = (AtomicReference<?>) taken.get("reference");
      assertEquals(shared, taken.get("list"));
      assertSame(taken.get("list"), Objects.requireNonNull(reference).get());
    }
  }

  @Test
  void requestEndedWhenAttributesStayAsTheyAreThenNothingIsStored() {
    try (OneTomcat first = new OneTomcat("t1", nodes, transcoder());
        OneTomcat other = new OneTomcat("t2", nodes, transcoder())) {
      FakeSession session = first.create("s");
      List<String> shared = new ArrayList<>(List.of("shared"));
      first.request(session, s -> s.set("list", new ArrayList<>(List.of("a"))));
      first.request(session, s -> s.get("list"));
      assertEquals(1, first.count(Metric.BACKUPS_SKIPPED));
      first.request(session, s -> s.set("one", shared));
      first.request(session, s -> s.set("two", shared));
      first.request(session, s -> s.get("two"));
      assertEquals(2, first.count(Metric.BACKUPS_SKIPPED));

      FakeSession taken = Objects.requireNonNull(other.takeOver("s"));
      other.request(taken, s -> s.get("two"));
      other.request(taken, s -> s.get("two"));

      assertEquals(1, other.count(Metric.BACKUPS_SKIPPED));
    }
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnAttributeMisbehavesThenTheOthersAndLaterChangesAreStored(
      Misbehaviour misbehaviour) {
    for (Granularity granularity : Granularity.values()) {
      String id = "s" + granularity;
      NonStickyTomcat first = shared(granularity);
      NonStickyTomcat other = shared(granularity);
      FakeNonStickySession session = first.create(id);
      session.set("bad", misbehaviour.attribute());
      session.set("good", "kept");

      SaveOutcome saved = first.end(session);
      SaveOutcome next = first.request(id, s -> s.set("after", "it"));

      SaveOutcome expected =
          misbehaviour == Misbehaviour.CHANGES_ALL_THE_TIME
              ? SaveOutcome.FAILED // and tried again
              : SaveOutcome.SAVED;
      assertEquals(expected, saved);
      assertEquals(expected, next);
      assertEquals("kept", other.read(id, "good"));
      assertEquals("it", other.read(id, "after"));
      assertEquals(misbehaviour.isStored(), other.read(id, "bad") != null);
      assertFalse(Thread.currentThread().isInterrupted());
    }
  }

  @ParameterizedTest
  @EnumSource
  void releaseWhenAnAttributeMisbehavedUnderTheLeaseThenAnotherTomcatGetsIt(
      Misbehaviour misbehaviour) {
    NonStickyTomcat first = shared(Granularity.ATTRIBUTE);
    NonStickyTomcat other = shared(Granularity.ATTRIBUTE);
    SessionId id = new SessionId("s");
    FakeNonStickySession session = first.create("s");
    LockOutcome.Granted held =
        assertInstanceOf(LockOutcome.Granted.class, NonStickyTomcat.now(first.locks.acquire(id)));
    session.set("bad", misbehaviour.attribute());

    NonStickyTomcat.now(first.endLater(session));
    NonStickyTomcat.now(held.lease().release());

    assertInstanceOf(LockOutcome.Granted.class, NonStickyTomcat.now(other.locks.acquire(id)));
  }

  @ParameterizedTest
  @EnumSource
  void unsavedWhenAnAttributeMisbehavesThenAFileGetsTheOthers(Misbehaviour misbehaviour) {
    for (Granularity granularity : Granularity.values()) {
      NonStickyTomcat tomcat = shared(granularity);
      FakeNonStickySession session = tomcat.create("s" + granularity);
      session.set("bad", misbehaviour.attribute());
      session.set("good", "kept");

      SessionSnapshot inFile = Objects.requireNonNull(tomcat.shared.unsaved(session));

      SnapshotCodec codec =
          new SnapshotCodec(
              transcoder(), new ContextLoader(getClass().getClassLoader()), tomcat.metrics);
      assertEquals("kept", codec.decode(inFile.attributes()).get("good"));
    }
  }

  @ParameterizedTest
  @CsvSource({"SESSION", "ATTRIBUTE"})
  void saveWhenAnAttributeCallsBackIntoTheSessionThenTheChangeIsStoredNext(
      Granularity granularity) {
    NonStickyTomcat first = shared(granularity);
    NonStickyTomcat other = shared(granularity);
    FakeNonStickySession session = first.create("s");
    session.set("calls", Misbehaving.calling(() -> session.set("called", "back")));

    first.end(session);
    first.request("s", s -> s.set("after", "it"));

    assertEquals("back", other.read("s", "called"));
    assertEquals("it", other.read("s", "after"));
  }
}
