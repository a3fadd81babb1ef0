package io.holdfast.sessions.engine;

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
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.core.transcoder.kit.Misbehaving;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import io.holdfast.core.transcoder.kit.SourceLoader;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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

  private EngineTomcat sticky() {
    return sticky(transcoder());
  }

  private EngineTomcat sticky(Transcoder transcoder) {
    return EngineTomcat.sticky(
        nodes.stores(), 1, Granularity.SESSION, transcoder, new Random(1), nodes.clock);
  }

  /** The request that has created a session. */
  private static void begun(
      EngineTomcat tomcat, FakeInstance session, Consumer<FakeInstance> work) {
    work.accept(session);
    tomcat.end(session);
  }

  /** One whole request for a session that is here. */
  private static void request(
      EngineTomcat tomcat, FakeInstance session, Consumer<FakeInstance> work) {
    session.access(tomcat.now());
    work.accept(session);
    tomcat.end(session);
  }

  private static FakeInstance taken(EngineTomcat by, String id) {
    return Objects.requireNonNull(by.begin(id));
  }

  private EngineTomcat shared(Granularity granularity) {
    return new EngineTomcat(
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
    EngineTomcat first = sticky();
    EngineTomcat other = sticky();
    FakeInstance session = first.create("s");
    begun(
        first,
        session,
        s -> {
          s.set("bad", misbehaviour.attribute());
          s.set("good", "kept");
        });
    request(first, session, s -> s.set("after", "it"));

    FakeInstance taken = taken(other, "s");

    assertEquals("kept", taken.get("good"));
    assertEquals("it", taken.get("after"));
    assertEquals(misbehaviour.isStored(), taken.get("bad") != null);
    assertNamed(misbehaviour);
  }

  @ParameterizedTest
  @EnumSource
  void nodeLostWhenAnAttributeMisbehavesThenAllSessionsAreStoredAgain(Misbehaviour misbehaviour) {
    EngineTomcat tomcat = sticky();
    EngineTomcat other = sticky();
    for (int i = 0; i < 6; i++) {
      FakeInstance session = tomcat.create("s" + i);
      begun(tomcat, session, s -> s.set("value", "kept"));
      request(tomcat, session, s -> s.set("bad", misbehaviour.attribute()));
    }

    nodes.get("n1").failWith(StoreException.Reason.UNAVAILABLE);
    for (EngineTomcat each : List.of(tomcat, other)) {
      each.health.watch("n1").disconnected("no connection");
      List.copyOf(each.local.values()).forEach(session -> each.shared.repair(session).join());
    }

    for (int i = 0; i < 6; i++) {
      assertEquals("kept", taken(other, "s" + i).get("value"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void takeOverWhenOnlyTheFormerTomcatCouldReadAnAttributeThenTheSessionGoesOn(
      Misbehaviour misbehaviour) {
    EngineTomcat first = sticky();
    EngineTomcat other = sticky();
    FakeInstance session = first.create("s");
    begun(first, session, s -> s.set("value", Misbehaving.calling(() -> {})));
    request(first, session, s -> s.set("bad", misbehaviour.attribute()));

    FakeInstance taken = taken(other, "s");

    assertNotNull(taken.get("value"));
  }

  /** A class of the application in two versions; the second cannot read the first. */
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
    EngineTomcat first = sticky(transcoderOf(before));
    EngineTomcat other = sticky(ofOther);
    EngineTomcat third = sticky(ofOther);
    FakeInstance session = first.create("s");
    begun(
        first,
        session,
        s -> {
          s.logIn("FORM", "user");
          s.set("bad", basket);
          s.set("good", new ArrayList<>(List.of("kept")));
        });

    FakeInstance taken = taken(other, "s");

    assertEquals("user", taken.principal());
    assertEquals(List.of("kept"), taken.get("good"));
    assertNull(taken.get("bad"));
    assertEquals(1, log.warnings().size(), log.warnings()::toString);
    assertNamed(log.warnings().get(0));
    request(other, taken, s -> s.set("after", "it"));
    assertEquals("it", taken(third, "s").get("after"));
  }

  private static void assertNamed(String line) {
    assertTrue(line.contains("\"bad\""), line);
  }

  @Test
  void takeOverWhenTwoAttributesShareAListThenItIsOneObject() {
    EngineTomcat first = sticky();
    EngineTomcat other = sticky();
    FakeInstance session = first.create("s");
    List<String> shared = new ArrayList<>(List.of("shared"));
    begun(
        first,
        session,
        s -> {
          s.set("list", shared);
          s.set("reference", new AtomicReference<>(shared));
          s.set("other", "kept");
        });

    FakeInstance taken = taken(other, "s");

    AtomicReference<?> reference = (AtomicReference<?>) taken.get("reference");
    assertEquals(shared, taken.get("list"));
    assertSame(taken.get("list"), Objects.requireNonNull(reference).get());
  }

  @Test
  void requestEndedWhenAttributesStayAsTheyAreThenNothingIsStored() {
    EngineTomcat first = sticky();
    EngineTomcat other = sticky();
    FakeInstance session = first.create("s");
    List<String> shared = new ArrayList<>(List.of("shared"));
    begun(first, session, s -> s.set("list", new ArrayList<>(List.of("a"))));
    request(first, session, s -> s.get("list"));
    assertEquals(1, first.count(Metric.BACKUPS_SKIPPED));
    request(first, session, s -> s.set("one", shared));
    request(first, session, s -> s.set("two", shared));
    request(first, session, s -> s.get("two"));
    assertEquals(2, first.count(Metric.BACKUPS_SKIPPED));

    FakeInstance taken = taken(other, "s");
    request(other, taken, s -> s.get("two"));
    request(other, taken, s -> s.get("two"));

    assertEquals(2, other.count(Metric.BACKUPS_SKIPPED), "the same graph as was read");
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnAttributeMisbehavesThenTheOthersAndLaterChangesAreStored(
      Misbehaviour misbehaviour) {
    for (Granularity granularity : Granularity.values()) {
      String id = "s" + granularity;
      EngineTomcat first = shared(granularity);
      EngineTomcat other = shared(granularity);
      FakeInstance session = first.create(id);
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
    EngineTomcat first = shared(Granularity.ATTRIBUTE);
    EngineTomcat other = shared(Granularity.ATTRIBUTE);
    SessionId id = new SessionId("s");
    FakeInstance session = first.create("s");
    LockOutcome.Granted held =
        assertInstanceOf(LockOutcome.Granted.class, EngineTomcat.now(first.locks.acquire(id)));
    session.set("bad", misbehaviour.attribute());

    EngineTomcat.now(first.endLater(session));
    EngineTomcat.now(held.lease().release());

    assertInstanceOf(LockOutcome.Granted.class, EngineTomcat.now(other.locks.acquire(id)));
  }

  @ParameterizedTest
  @EnumSource
  void unsavedWhenAnAttributeMisbehavesThenAFileGetsTheOthers(Misbehaviour misbehaviour) {
    for (Granularity granularity : Granularity.values()) {
      EngineTomcat tomcat = shared(granularity);
      FakeInstance session = tomcat.create("s" + granularity);
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
    EngineTomcat first = shared(granularity);
    EngineTomcat other = shared(granularity);
    FakeInstance session = first.create("s");
    session.set("calls", Misbehaving.calling(() -> session.set("called", "back")));

    first.end(session);
    first.request("s", s -> s.set("after", "it"));

    assertEquals("back", other.read("s", "called"));
    assertEquals("it", other.read("s", "after"));
  }
}
