package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that were started with different limits for an item ({@code -I}). */
final class DifferentItemSizesTest {

  private final Nodes nodes = new Nodes("n1", "n2");
  private final EngineTomcat t1 = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
  private final EngineTomcat t2 = new EngineTomcat("t2", nodes, 2, Granularity.ATTRIBUTE);

  @BeforeEach
  void create() {
    FakeInstance session = t1.create("s");
    session.set("fruit", "apple");
    t1.end(session);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void saveWhenOneNodeFindsTheRecordTooLargeThenTheOtherTakesIt(String small) {
    assertEquals(SaveOutcome.SAVED, changeWhereTooLargeFor(List.of(small)));

    assertEquals("pear", t2.read("s", "fruit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void saveWhenOneNodeFindsTheRecordTooLargeThenItIsNotTriedThereAgain(String small) {
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    session.set("fruit", "pear");
    nodes.get(small).failWith(Reason.TOO_LARGE);
    t1.end(session);
    nodes.get(small).clearOperations();

    t1.timer.advance(Duration.ofMinutes(1));

    assertEquals(List.of(), nodes.get(small).operations());
    assertFalse(session.instanceState().isStraggler());
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void createWhenOneNodeFindsTheRecordTooLargeThenTheOtherTakesIt(String small) {
    nodes.get(small).failWith(Reason.TOO_LARGE);
    FakeInstance session = t1.create("new");
    session.set("fruit", "plum");
    assertEquals(SaveOutcome.SAVED, t1.end(session));
    nodes.get(small).heal();

    assertEquals("plum", t2.read("new", "fruit"));
  }

  @Test
  void saveWhenEachNodeFindsTheRecordTooLargeThenItIsTooLarge() {
    assertEquals(SaveOutcome.TOO_LARGE, changeWhereTooLargeFor(List.of("n1", "n2")));

    assertEquals("apple", t2.read("s", "fruit"));
  }

  /** The other node may have it. */
  @Test
  void saveWhenOneNodeFindsItTooLargeAndTheOtherDoesNotAnswerThenItIsTriedAgain() {
    String first = t1.firstNodeOf("s");
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    session.set("fruit", "pear");
    nodes.get(first).failWith(Reason.TOO_LARGE);
    nodes.get(first.equals("n1") ? "n2" : "n1").failWith(Reason.TIMEOUT);

    assertEquals(SaveOutcome.FAILED, t1.end(session));
  }

  private SaveOutcome changeWhereTooLargeFor(List<String> small) {
    FakeInstance session = Objects.requireNonNull(t1.begin("s"));
    session.set("fruit", "pear");
    small.forEach(node -> nodes.get(node).failWith(Reason.TOO_LARGE));
    SaveOutcome outcome = t1.end(session);
    small.forEach(node -> nodes.get(node).heal());
    return outcome;
  }
}
