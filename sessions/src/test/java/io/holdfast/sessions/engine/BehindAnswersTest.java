package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that change their session behind their complete answers. */
final class BehindAnswersTest {

  private final Nodes nodes = new Nodes("n1", "n2");

  private EngineTomcat tomcat(String name, Granularity granularity) {
    return new EngineTomcat(name, nodes, 2, granularity);
  }

  private static FakeInstance begin(EngineTomcat tomcat) {
    return Objects.requireNonNull(tomcat.begin("s"));
  }

  @SuppressWarnings("unchecked")
  private static List<String> listOf(FakeInstance session) {
    return (List<String>) Objects.requireNonNull(session.get("list"));
  }

  private static FakeInstance create(EngineTomcat tomcat) {
    return create(tomcat, null);
  }

  /** By a request that is known. */
  private static FakeInstance create(EngineTomcat tomcat, @Nullable AnswerState request) {
    FakeInstance session = tomcat.create("s");
    session.instanceAttributes().askedBy(() -> request);
    session.set("list", new ArrayList<>(List.of("first")));
    session.set("text", "first");
    return session;
  }

  /** The response leaves, complete; the request goes on. */
  private static void answer(EngineTomcat tomcat, FakeInstance session) {
    EngineTomcat.now(tomcat.shared.save(session));
    session.instanceState().use().requestAnswered();
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenALaterRequestHasStoredTheAttributeThenGivesWay(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    FakeInstance late = create(t1);
    answer(t1, late);
    t2.request(
        "s",
        session -> {
          listOf(session).add("second");
          session.set("text", "second");
          session.set("new", "second");
        });

    listOf(late).add("touched");
    late.set("text", "touched");
    late.set("new", "touched");
    t1.end(late);
    listOf(late).add("touched again"); // as a listener does at the very end
    EngineTomcat.now(t1.shared.save(late));

    assertEquals(List.of("first", "second"), t2.read("s", "list"));
    assertEquals("second", t1.read("s", "text"));
    assertEquals("second", t1.read("s", "new"));
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenALaterRequestHasRemovedTheAttributeThenGivesWay(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    FakeInstance late = create(t1);
    answer(t1, late);
    t2.request("s", session -> session.removeAttribute("list"));

    listOf(late).add("touched");
    t1.end(late);

    assertNull(t2.read("s", "list"));
    assertNull(t1.read("s", "list"));
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenALaterRequestHasStoredAnotherAttributeThenStays(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    FakeInstance late = create(t1);
    answer(t1, late);
    t2.request("s", session -> session.set("text", "second"));

    listOf(late).add("touched");
    late.set("new", "touched");
    t1.end(late);

    assertEquals(List.of("first", "touched"), t2.read("s", "list"));
    assertEquals("second", t2.read("s", "text"));
    assertEquals("touched", t2.read("s", "new"));
  }

  /** What it stored before its answer, over what another had stored, is its own. */
  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenTheAttributeWasStoredOverOthersThenStays(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    t1.end(create(t1));
    FakeInstance late = begin(t1);
    t2.request("s", session -> session.set("text", "second"));
    listOf(late).add("answered");
    answer(t1, late);

    listOf(late).add("touched");
    late.set("text", "touched"); // never saw the other's
    t1.end(late);

    assertEquals(List.of("first", "answered", "touched"), t2.read("s", "list"));
    assertEquals("second", t2.read("s", "text"));
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenARequestThatIsNotAnsweredIsAtWorkBesideThenWins(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    FakeInstance late = create(t1);
    answer(t1, late);
    FakeInstance beside = begin(t1);
    t2.request("s", session -> session.set("text", "second"));

    beside.set("text", "third");
    t1.end(beside);
    t1.end(late);

    assertEquals("third", t2.read("s", "text"));
  }

  /** No other request changes in place what a request has got. */
  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenAnotherRequestIsAtWorkOnOtherAttributesThenGivesWay(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    AnswerState lateAnswer = new AnswerState();
    AnswerState otherAnswer = new AnswerState();
    FakeInstance late = create(t1, lateAnswer);
    List<String> list = listOf(late);
    answer(t1, late);
    lateAnswer.isNowComplete();
    FakeInstance beside = begin(t1);
    beside.instanceAttributes().askedBy(() -> otherAnswer);
    beside.set("text", "third");
    t2.request("s", session -> listOf(session).add("second"));

    list.add("touched");
    t1.end(beside);
    t1.end(late);

    assertEquals(List.of("first", "second"), t2.read("s", "list"));
    assertEquals("third", t2.read("s", "text"));
  }

  /** It may be of either: who reads it began before the later request has stored it. */
  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenAnotherRequestAtWorkReadsTheAttributeThenGivesWay(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    AnswerState lateAnswer = new AnswerState();
    AnswerState otherAnswer = new AnswerState();
    FakeInstance late = create(t1, lateAnswer);
    List<String> list = listOf(late);
    answer(t1, late);
    lateAnswer.isNowComplete();
    FakeInstance beside = begin(t1);
    beside.instanceAttributes().askedBy(() -> otherAnswer);
    List<String> read = listOf(beside);
    t2.request("s", session -> listOf(session).add("second"));

    list.add("touched");
    t1.end(beside);
    t1.end(late);

    assertEquals(List.of("first", "touched"), read);
    assertEquals(List.of("first", "second"), t2.read("s", "list"));
  }

  private static long version(long counter, int writer) {
    return counter << 20 | writer;
  }

  /** Nothing gives way to a version that the record does not name. */
  @Test
  void givesWayWhenInDoubtAndTheRecordNamesNoVersionThenIsFalse() {
    SessionSnapshot record =
        new SessionSnapshot(
            new SessionId("s"),
            new VersionHistory(version(200, 2), List.of(version(100, 3))),
            new FieldVersions(0, 0, new TreeMap<>(Map.of("new", version(200, 2))), version(150, 0)),
            new SessionTimes(1, 1, 1, 1),
            null,
            Bytes.EMPTY,
            Bytes.EMPTY,
            new EncodedAttributes.Apart(Map.of()));
    ShownVersions shown =
        new ShownVersions(new VersionHistory(version(90, 1), List.of()), Map.of());
    LateChanges changes = new LateChanges(shown, Set.of("old", "new"), Set.of("old", "new"));

    assertTrue(shown.isStoredSince(record, "old"));
    assertFalse(changes.givesWay(record, "old"));
    assertTrue(changes.givesWay(record, "new"));
  }

  /** Under a version of its own: a late change elsewhere does not replace it. */
  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenOfARequestThatIsNotAnsweredThenOutlastsLateOnes(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    AnswerState lateAnswer = new AnswerState();
    AnswerState otherAnswer = new AnswerState();
    FakeInstance late = create(t1, lateAnswer);
    answer(t1, late);
    lateAnswer.isNowComplete();
    FakeInstance elsewhere = begin(t2);
    answer(t2, elsewhere);
    FakeInstance beside = begin(t1);
    beside.instanceAttributes().askedBy(() -> otherAnswer);
    listOf(beside).add("second");
    t1.end(beside);

    listOf(elsewhere).add("touched");
    t2.end(elsewhere);
    t1.end(late);

    assertEquals(List.of("first", "second"), t2.read("s", "list"));
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void changeWhenMadeOutsideOfRequestsThenWins(Granularity granularity) {
    EngineTomcat t1 = tomcat("t1", granularity);
    EngineTomcat t2 = tomcat("t2", granularity);
    FakeInstance session = create(t1);
    answer(t1, session);
    t1.end(session);
    t2.request("s", other -> other.set("text", "second"));

    session.set("text", "message");
    session.instanceState().use().changedOutside();
    EngineTomcat.now(t1.shared.save(session));

    assertEquals("message", t2.read("s", "text"));
  }
}
