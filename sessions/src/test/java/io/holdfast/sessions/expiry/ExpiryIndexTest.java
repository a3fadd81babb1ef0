package io.holdfast.sessions.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TestClock;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.expiry.ExpiryIndex.Place;
import io.holdfast.sessions.store.SharedLines;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpiryIndexTest {

  private static final SessionId ID = new SessionId("s.t1");
  private static final SessionId BASE = new SessionId("s");

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final FaultyStore n1 = new FaultyStore("n1", clock);
  private final FaultyStore n2 = new FaultyStore("n2", clock);
  private final FaultyStore n3 = new FaultyStore("n3", clock);
  private final NodeSet nodes =
      new NodeSet(
          new Placement(List.of("n1", "n2", "n3"), Set.of(), 1, node -> true),
          Map.of("n1", n1, "n2", n2, "n3", n3));
  private final StorageKeys keys = StorageKeys.parse("", "localhost", "", null);
  private final SharedLines lines = new SharedLines(() -> nodes);
  private final ExpiryIndex index = new ExpiryIndex(lines, keys, clock);

  @Test
  void noteWhenReadInItsSlotThenIsThereOnTwoNodes() {
    assertTrue(index.note(ID, clock.millis() + 60_000).join());
    Place place = index.placeOf(ID, clock.millis() + 60_000);

    assertEquals(List.of(BASE), index.read(place).join().ids());
    assertEquals(2, holders(place));
  }

  @Test
  void noteWhenOneNodeFailsThenIsThere() {
    Place place = index.placeOf(ID, clock.millis() + 60_000);
    for (FaultyStore node : List.of(n1, n2, n3)) {
      node.failWith(Reason.TIMEOUT);
      assertTrue(index.note(ID, clock.millis() + 60_000).join());
      node.heal();
    }

    assertEquals(List.of(BASE), index.read(place).join().ids());
  }

  @Test
  void noteWhenNothingIsAnsweredYetThenAllOfItIsOnItsWay() {
    List.of(n1, n2, n3).forEach(FaultyStore::freeze);
    var noted = index.note(ID, clock.millis() + 60_000);
    List.of(n1, n2, n3).forEach(node -> assertTrue(node.operations().size() % 2 == 0));
    assertFalse(noted.isDone());
    List<String> sent = List.copyOf(n1.operations());

    List.of(n1, n2, n3).forEach(FaultyStore::thaw);

    assertTrue(noted.join());
    assertEquals(sent, n1.operations());
    assertEquals(2, holders(index.placeOf(ID, clock.millis() + 60_000)));
  }

  @Test
  void noteWhenNobodyAnswersThenSaysSo() {
    List.of(n1, n2, n3).forEach(node -> node.failWith(Reason.TIMEOUT));

    assertFalse(index.note(ID, clock.millis() + 60_000).join());
  }

  @Test
  void placeOfWhenTheSessionIsOverThenItsSlotHasNotBegunBefore() {
    for (long millis = 0; millis < 20_000; millis += 500) {
      long overAt = clock.millis() + 30_000 + millis;
      Place place = index.placeOf(ID, overAt);
      TestClock later = new TestClock(clock.instant());
      ExpiryIndex reader = new ExpiryIndex(lines, keys, later);
      while (reader.slotNow() < place.slot()) {
        later.advance(Duration.ofMillis(500));
      }

      assertTrue(later.millis() >= overAt, "it begins when the session is over");
      assertTrue(later.millis() - overAt <= 10_000, "and soon after that");
    }
  }

  @Test
  void placeOfWhenTheTimeIsUpThenIsTheNextSlot() {
    assertEquals(index.slotNow() + 1, index.placeOf(ID, clock.millis() - 60_000).slot());
  }

  @Test
  void noteWhenTheTimeIsUpAlreadyThenStandsInAListThatIsStillToBeRead() {
    assertTrue(index.note(ID, clock.millis() - 60_000).join());

    assertEquals(List.of(BASE), index.read(index.placeOf(ID, clock.millis())).join().ids());
  }

  @Test
  void readWhenTheGraceIsOverThenNothingIsLeft() {
    index.note(ID, clock.millis()).join();
    Place place = index.placeOf(ID, clock.millis());
    clock.advance(ExpiryIndex.GRACE);
    assertEquals(List.of(BASE), index.read(place).join().ids());

    clock.advance(Duration.ofSeconds(10));

    assertEquals(List.of(), index.read(place).join().ids());
  }

  @Test
  void readWhenANodeHoldsOtherBytesThenTakesWhatIsAnId() {
    Place place = new Place(index.slotNow() + 6, 0);
    index.note(place, List.of(BASE)).join();
    byte[] bytes = " \n\0\n.t1\nx y\ngood\n\u00e4\n".getBytes(StandardCharsets.UTF_8);
    String key = keys.expiryKeyOf(place.slot(), place.share());
    List.of(n1, n2, n3)
        .forEach(
            node -> {
              if (!node.append(key, bytes).join()) {
                node.store(key, bytes, new TimeToLive(100), WriteCondition.always()).join();
              }
            });

    assertEquals(Set.of(BASE, new SessionId("good")), Set.copyOf(index.read(place).join().ids()));
  }

  @Test
  void readWhenANodeDoesNotAnswerThenIsNotComplete() {
    Place place = index.placeOf(ID, clock.millis());
    assertTrue(index.read(place).join().isComplete());
    n3.failWith(Reason.TIMEOUT);

    assertFalse(index.read(place).join().isComplete());
  }

  @Test
  void claimWhenAnotherHasTheListThenIsRefusedForAMinute() {
    Place place = index.placeOf(ID, clock.millis());
    assertTrue(index.claim(place).join());
    assertFalse(index.claim(place).join());

    clock.advance(Duration.ofMinutes(1));

    assertTrue(index.claim(place).join());
  }

  @Test
  void dropWhenAListIsSeenToThenNoNodeHasIt() {
    index.note(ID, clock.millis()).join();
    Place place = index.placeOf(ID, clock.millis());

    index.drop(place).join();

    assertEquals(0, holders(place));
  }

  private long holders(Place place) {
    String key = keys.expiryKeyOf(place.slot(), place.share());
    return List.of(n1, n2, n3).stream().filter(node -> node.keys().contains(key)).count();
  }
}
