package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A sticky session that was on one Tomcat, moved to another and ended there. The first has its copy
 * yet; whatever happens to the nodes, one after the other, the session stays over.
 */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class MovedSessionEndsTest {

  private static final String BASE = "s";

  private final List<OneTomcat> tomcats = new ArrayList<>();
  private Nodes nodes = new Nodes();
  private BiFunction<String, SessionStore, SessionStore> line = (id, node) -> node;

  @AfterEach
  void close() {
    tomcats.forEach(OneTomcat::close);
  }

  private OneTomcat left() {
    return tomcats.get(0);
  }

  private OneTomcat owner() {
    return tomcats.get(1);
  }

  private void start(int nodeCount, int copies) {
    nodes =
        new Nodes(
            IntStream.rangeClosed(1, nodeCount).mapToObj(i -> "n" + i).toArray(String[]::new));
    Settings settings = Settings.SYNC.withCopies(copies);
    tomcats.add(new OneTomcat("left", nodes, settings, line));
    tomcats.add(new OneTomcat("owner", nodes, settings, line));
  }

  private FakeSession move() {
    left().createStored(BASE, "old");
    nodes.clock.advance(Duration.ofMillis(1));
    return Objects.requireNonNull(owner().takeOver(BASE));
  }

  private void moveAndEnd() {
    owner().invalidate(move());
    nodes.clock.advance(Duration.ofSeconds(10));
  }

  private List<OneTomcat> inOrder(boolean ownerFirst) {
    List<OneTomcat> order = new ArrayList<>(tomcats);
    if (ownerFirst) {
      Collections.reverse(order);
    }
    return order;
  }

  private void restartEmpty(String node, boolean ownerFirst) {
    nodes.get(node).wipe();
    inOrder(ownerFirst).forEach(tomcat -> tomcat.resync.reconnected(node));
    inOrder(ownerFirst).forEach(OneTomcat::settle);
  }

  private void freezeAndThaw(String node, boolean ownerFirst, Runnable meanwhile) {
    inOrder(ownerFirst).forEach(tomcat -> tomcat.lose(node));
    meanwhile.run();
    inOrder(ownerFirst).forEach(tomcat -> tomcat.returned(node));
    inOrder(ownerFirst).forEach(OneTomcat::settle);
  }

  private void assertOver() {
    assertNull(owner().takeOver(BASE));
    for (String id : nodes.ids()) {
      assertFalse(nodes.get(id).keys().contains(BASE), id);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 1, false",
    "2, 1, true",
    "2, 1, false",
    "2, 2, true",
    "2, 2, false",
    "3, 1, true",
    "3, 1, false",
    "3, 2, true",
    "3, 2, false"
  })
  void endWhenEachNodeIsRestartedEmptyThenTheOldCopyIsNotStored(
      int nodeCount, int copies, boolean ownerFirst) {
    start(nodeCount, copies);
    moveAndEnd();

    for (String node : nodes.ids()) {
      restartEmpty(node, ownerFirst);
    }
    for (String node : nodes.ids()) {
      restartEmpty(node, ownerFirst);
    }

    assertOver();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 1, false",
    "2, 1, true",
    "2, 1, false",
    "2, 2, true",
    "2, 2, false",
    "3, 1, true",
    "3, 1, false",
    "3, 2, true",
    "3, 2, false"
  })
  void endWhenEachNodeIsFrozenForAWhileThenTheOldCopyIsNotStored(
      int nodeCount, int copies, boolean ownerFirst) {
    start(nodeCount, copies);
    moveAndEnd();

    for (String node : nodes.ids()) {
      freezeAndThaw(node, ownerFirst, () -> {});
    }

    assertOver();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 1, false",
    "2, 1, true",
    "2, 1, false",
    "2, 2, true",
    "2, 2, false",
    "3, 1, true",
    "3, 1, false",
    "3, 2, true",
    "3, 2, false"
  })
  void endWhenANodeIsFrozenMeanwhileThenTheOldCopyIsNotStored(
      int nodeCount, int copies, boolean ownerFirst) {
    for (int i = 1; i <= nodeCount; i++) {
      start(nodeCount, copies);
      FakeSession session = move();

      freezeAndThaw("n" + i, ownerFirst, () -> owner().invalidate(session));
      for (String node : nodes.ids()) {
        restartEmpty(node, ownerFirst);
      }

      assertOver();
      tomcats.forEach(OneTomcat::close);
      tomcats.clear();
    }
  }

  /** What is tried above finds whatever is done wrong with the marks. */
  @ParameterizedTest
  @EnumSource
  void endWhenMarksAreTreatedWronglyThenAnOldCopyIsStoredSomewhere(MarkMistake mistake) {
    line = (id, node) -> mistake.over(node);
    int broken = 0;
    for (int nodeCount = 1; nodeCount <= 3; nodeCount++) {
      for (boolean ownerFirst : new boolean[] {true, false}) {
        start(nodeCount, 2);
        moveAndEnd();
        for (int i = 0; i < 2; i++) {
          nodes.ids().forEach(node -> restartEmpty(node, ownerFirst));
        }
        if (nodes.ids().stream().anyMatch(id -> nodes.get(id).keys().contains(BASE))) {
          broken++;
        }
        tomcats.forEach(OneTomcat::close);
        tomcats.clear();
      }
    }

    assertTrue(broken > 0);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2"})
  void endWhenTheTomcatThatWasLeftStopsThenTheOldCopyIsNotStored(int nodeCount, int copies) {
    start(nodeCount, copies);
    FakeSession session = move();
    FakeSession stale = Objects.requireNonNull(left().sessions.values().iterator().next());
    stale.access(nodes.clock.millis());
    stale.backupState().accessEnded();
    owner().invalidate(session);
    nodes.clock.advance(Duration.ofSeconds(10));

    left().service.containerStopping(stale);
    left().awaitBackups();

    assertOver();
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2"})
  void endWhenTheOldCopyLearnsOfItThenARequestFindsNothing(int nodeCount, int copies) {
    start(nodeCount, copies);
    moveAndEnd();
    FakeSession stale = Objects.requireNonNull(left().sessions.values().iterator().next());

    restartEmpty("n1", false);
    restartEmpty("n2", false);

    assertTrue(left().service.loader().canBeSettled(stale));
    assertNull(left().takeOver(BASE));
    assertFalse(left().service.invalidation().mayTell(stale).join());
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2"})
  void repeatWhenAnotherWritesMeanwhileThenItsRecordStays(int nodeCount, int copies) {
    start(nodeCount, copies);
    left().createStored(BASE, "old");
    nodes.ids().forEach(id -> nodes.get(id).wipe());
    boolean[] moved = new boolean[1];
    nodes
        .ids()
        .forEach(
            id ->
                nodes
                    .get(id)
                    .onStore(
                        () -> {
                          if (!moved[0]) {
                            moved[0] = true;
                            storeElsewhere();
                          }
                        }));

    nodes.ids().forEach(id -> left().resync.reconnected(id));
    left().settle();

    RestoredSession found = owner().load(owner().create(BASE).sessionId());
    assertNotNull(found);
    assertEquals("new", found.attributes().get("value"));
  }

  /** Nobody knows then whether the dead node had something newer; of the end another knows. */
  @ParameterizedTest
  @CsvSource({"2, 1, n1", "2, 1, n2", "2, 2, n1", "2, 2, n2", "3, 1, n1", "3, 1, n2", "3, 1, n3"})
  void endWhenANodeIsAwayThenARequestToTheOldCopyFindsNothing(
      int nodeCount, int copies, String away) {
    start(nodeCount, copies);
    moveAndEnd();

    nodes.get(away).failWith(Reason.UNAVAILABLE);

    assertNull(left().takeOver(BASE));
  }

  /**
   * A node need not be lost and come back, nor be connected again: whatever it did not do, and for
   * however long, is done soon after it can.
   */
  @ParameterizedTest
  @MethodSource("failures")
  void endWhenNodesDoNotTakeItForLongerThanItIsTriedThenTheyHaveItSoonAfter(
      Reason reason, List<String> failing, int copies) {
    start(3, copies);
    FakeSession session = move();
    failing.forEach(id -> nodes.get(id).failWith(reason));
    owner().invalidate(session);
    owner().settle();
    owner().awaitBackup(BASE);
    failing.forEach(id -> nodes.get(id).heal());
    failing.forEach(id -> owner().health.succeeded(id)); // if it was lost all the same
    owner().settle();

    owner().resync.repeatEnds();
    owner().settle();

    assertOver();
    nodes.clearOperations();
    owner().resync.repeatEnds();
    owner().settle();
    assertEquals(List.of(), nodes.operations());
    nodes.ids().forEach(left().resync::reconnected);
    left().settle();
    assertOver();
  }

  static Stream<Arguments> failures() {
    return Stream.of(Reason.values())
        .flatMap(
            reason ->
                Stream.of(List.of("n1"), List.of("n2"), List.of("n3"), List.of("n1", "n2", "n3"))
                    .flatMap(
                        failing -> Stream.of(1, 2).map(n -> Arguments.of(reason, failing, n))));
  }

  private void storeElsewhere() {
    nodes.clock.advance(Duration.ofSeconds(1));
    OneTomcat third = new OneTomcat("third", nodes, Settings.SYNC.withCopies(2));
    tomcats.add(third);
    FakeSession session = third.create(BASE);
    third.request(session, s -> s.set("value", "older"));
    third.request(session, s -> s.set("value", "new"));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2"})
  void endWhenAMarkCannotBeAskedForThenTheSessionOfALiveClientIsStoredAllTheSame(
      int nodeCount, int copies) {
    start(nodeCount, copies);
    left().createStored(BASE, "here");
    nodes.get("n1").wipe();
    nodes.get("n2").wipe();
    nodes.get("n2").failWith(Reason.REFUSED);

    left().resync.reconnected("n1");
    left().settle();

    assertEquals(Set.of(BASE), nodes.get("n1").keys());
  }
}
