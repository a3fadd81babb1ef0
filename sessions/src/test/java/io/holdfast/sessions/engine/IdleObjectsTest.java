package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Objects of sessions that no request uses. */
final class IdleObjectsTest {

  private static final int REQUESTS = 2_000;

  /** After so many requests the objects must be given up before the next. */
  private static final int BURST = 50;

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  private FakeInstance createStored(List<String> list) {
    FakeInstance session = t1.create("s");
    session.set("list", list);
    session.set("fruit", "apple");
    t1.end(session);
    return session;
  }

  private static List<String> list(String... elements) {
    return new ArrayList<>(List.of(elements));
  }

  @SuppressWarnings("unchecked")
  private static List<String> listOf(FakeInstance session) {
    return (List<String>) Objects.requireNonNull(session.get("list"));
  }

  private void giveUp(FakeInstance session) {
    t1.shared.giveUpObjects(session, value -> false);
  }

  @Test
  void giveUpObjectsWhenARequestBeginsMeanwhileThenTheyStay() {
    List<String> list = list("a");
    FakeInstance session = createStored(list);

    t1.shared.giveUpObjects(
        session,
        value -> {
          session.access(1);
          return false;
        });

    assertSame(list, session.get("list"));
  }

  @Test
  void giveUpObjectsWhenOneIsHandedOutMeanwhileThenItStays() {
    List<String> list = list("a");
    FakeInstance session = createStored(list);

    t1.shared.giveUpObjects(
        session,
        value -> {
          if (value instanceof String) {
            session.get("list");
          }
          return false;
        });
    listOf(session).add("b");
    t1.request("s", s -> {});

    assertSame(list, session.get("list"));
    assertEquals(List.of("a", "b"), t2.read("s", "list"));
  }

  @Test
  void giveUpObjectsWhenOneIsToStayThenItStays() {
    List<String> list = list("a");
    FakeInstance session = createStored(list);

    t1.shared.giveUpObjects(session, value -> value == list);

    assertSame(list, session.get("list"));
    assertEquals(1, t1.count(Metric.IDLE_GIVEN_UP));
  }

  @Test
  void giveUpObjectsWhenAskedAgainBetweenTwoRequestsThenLooksOnce() {
    FakeInstance session = createStored(list("a"));
    List<Object> looked = new ArrayList<>();

    for (int time = 0; time < 3; time++) {
      t1.shared.giveUpObjects(
          session,
          value -> {
            looked.add(value);
            return true;
          });
    }

    assertEquals(2, looked.size(), looked::toString);
  }

  @Test
  void giveUpObjectsWhenRequestsGoOnThenNoChangeIsLost() throws InterruptedException {
    FakeInstance session = t1.create("s");
    session.set("counter", new int[1]);
    t1.end(session);
    AtomicBoolean over = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              while (!over.get()) {
                giveUp(session);
              }
            });
    other.start();
    try {
      for (int request = 0; request < REQUESTS; request++) {
        long before = t1.count(Metric.IDLE_GIVEN_UP);
        t1.request("s", s -> ((int[]) Objects.requireNonNull(s.get("counter")))[0]++);
        if (request % BURST == 0) {
          Await.until("objects are given up", () -> t1.count(Metric.IDLE_GIVEN_UP) > before);
        }
      }
    } finally {
      over.set(true);
      other.join();
    }

    int[] counted = (int[]) Objects.requireNonNull(t2.read("s", "counter"));
    assertEquals(REQUESTS, counted[0]);
    assertFalse(session.instanceState().isUnsaved());
  }

  /** Each request reads the record: with that of the last save a Tomcat would have all twice. */
  @Test
  void requestWhenItReadsWhatThisTomcatHasWrittenThenItsBytesAreKeptOnce() {
    FakeInstance session = createStored(list("a"));

    t1.end(Objects.requireNonNull(t1.begin("s")));

    assertSame(written(session).attributes(), found(session).attributes());
  }

  @Test
  void requestWhenItReadsWhatAnotherTomcatHasWrittenThenThatIsFound() {
    createStored(list("a"));
    t2.request("s", s -> s.set("fruit", "pear"));

    FakeInstance next = Objects.requireNonNull(t1.begin("s"));

    assertEquals("pear", next.get("fruit"));
    assertSame(written(next).attributes(), found(next).attributes());
  }

  private static SessionSnapshot written(FakeInstance session) {
    return Objects.requireNonNull(session.instanceState().base());
  }

  private static SessionSnapshot found(FakeInstance session) {
    FoundRecord.State state = session.instanceState().lastFound().state();
    return assertInstanceOf(FoundRecord.State.Present.class, state).snapshot();
  }
}
