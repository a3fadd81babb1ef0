package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.InstanceAttributes.Encoded;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What one request sets while the save of another looks at the attributes. A save that meets a
 * conflict writes only what it counts as changed, and the next one compares with what this one has
 * seen: so whatever it has seen as different must count.
 */
final class InstanceAttributesRacesTest {

  private static final SessionId ID = new SessionId("0123456789ABCDEF");
  private static final int NAMES = 40;
  private static final int SAVES = 2_000;
  private static final int OVER = -1;

  /** About as many turns of an idle loop as a save takes. */
  private static final int MOMENTS = 400;

  private final SnapshotCodec codec =
      new SnapshotCodec(
          new JdkTranscoder(),
          new ContextLoader(getClass().getClassLoader()),
          new SessionMetrics(true));

  /** How many saves have begun; negative if no more do. */
  private final AtomicInteger begun = new AtomicInteger();

  @AfterEach
  void endTheOtherRequest() {
    begun.set(OVER);
  }

  @ParameterizedTest
  @EnumSource
  void encodeWhenAnotherRequestSetsAndRemovesThenWhateverDiffersCountsAsChanged(
      Granularity granularity) throws InterruptedException {
    InstanceAttributes attributes =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    Thread other = new Thread(() -> setAndRemove(attributes), "the other request");
    Set<String> missed = new TreeSet<>();

    other.start();
    Map<String, Object> before = Map.of();
    for (int i = 0; i < SAVES && missed.isEmpty(); i++) {
      begun.set(i + 1);
      boolean noRequestAtWork = i % 2 == 0;
      Encoded encoded = attributes.encode(ID, (name, value) -> true, () -> noRequestAtWork, true);
      Map<String, Object> now = codec.decode(encoded.attributes());
      missed.addAll(differences(before, now));
      missed.removeAll(encoded.changed());
      attributes.stored(encoded);
      before = now;
    }
    begun.set(OVER);
    other.join();

    assertEquals(Set.of(), missed);
  }

  /** The thread keeps a session after its request, so that no request is known to be at work. */
  @ParameterizedTest
  @EnumSource
  void encodeWhenAThreadHasNotedWhatItHasNotDoneYetThenTheNextOneHasItsChange(
      Granularity granularity) throws InterruptedException {
    InstanceAttributes attributes =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    attributes.put("fruit", "apple");
    attributes.stored(attributes.encode(ID, (name, value) -> true, () -> true, true));
    Thread remover = new Thread(() -> attributes.remove("fruit"), "remover");
    Map<String, Object> inBetween = new TreeMap<>();

    var unused =
        attributes.computeIfPresent(
            "fruit",
            (same, value) -> { // which holds the thread up between its note and the removal
              remover.start();
              Await.until("it waits", () -> remover.getState() == Thread.State.BLOCKED);
              Encoded encoded = attributes.encode(ID, (name, each) -> true, () -> true, true);
              inBetween.putAll(codec.decode(encoded.attributes()));
              attributes.stored(encoded);
              return value;
            });
    remover.join();
    Encoded after = attributes.encode(ID, (name, value) -> true, () -> true, true);

    assertEquals(Map.of("fruit", "apple"), inBetween);
    assertEquals(Map.of(), codec.decode(after.attributes()));
    assertEquals(Set.of("fruit"), after.changed());
  }

  /** One change for each save, at some moment of it. */
  private void setAndRemove(InstanceAttributes attributes) {
    Random random = new Random(4);
    int seen = 0;
    while (seen != OVER) {
      int now = begun.get();
      if (now != seen) {
        seen = now;
        for (int moment = random.nextInt(MOMENTS); moment > 0; moment--) {
          Thread.onSpinWait();
        }
        change(attributes, "a" + random.nextInt(NAMES), random);
      }
    }
  }

  private static void change(InstanceAttributes attributes, String name, Random random) {
    if (random.nextBoolean()) {
      attributes.put(name, random.nextInt());
    } else {
      attributes.remove(name);
    }
  }

  private static Set<String> differences(Map<String, Object> before, Map<String, Object> now) {
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(now.keySet());
    names.removeIf(name -> Objects.equals(before.get(name), now.get(name)));
    return names;
  }

  @ParameterizedTest
  @EnumSource
  void encodeWhenAnotherRequestSetsAnAttributeMeanwhileThenItCountsAsChangedIfItIsSeen(
      Granularity granularity) {
    InstanceAttributes attributes =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    attributes.put("fruit", "apple");

    Encoded encoded =
        attributes.encode(
            ID,
            (name, value) -> true,
            () -> {
              attributes.put("other", "pear");
              return false;
            },
            true);

    assertEquals(Map.of("fruit", "apple", "other", "pear"), codec.decode(encoded.attributes()));
    assertEquals(Set.of("fruit", "other"), encoded.changed());
  }

  @ParameterizedTest
  @EnumSource
  void encodeWhenARequestBeginsMeanwhileThenWhatItGetsStaysNoted(Granularity granularity) {
    InstanceAttributes attributes =
        new InstanceAttributes(codec, granularity, EncodedAttributes.none(), false);
    List<String> list = new ArrayList<>(List.of("apple"));
    attributes.put("list", list);
    AtomicBoolean isAtWork = new AtomicBoolean();

    attributes.stored(
        attributes.encode(
            ID,
            (name, value) -> true,
            () -> {
              boolean noRequestAtWork = !isAtWork.getAndSet(true);
              assertSame(list, attributes.get("list"));
              return noRequestAtWork;
            },
            true));
    list.add("pear");

    assertTrue(attributes.mayHaveChanged());
  }

  @Test
  void encodeWhenAnAttributeMayBeStoredFromNowOnThenItCountsAsChanged() {
    InstanceAttributes attributes =
        new InstanceAttributes(codec, Granularity.ATTRIBUTE, EncodedAttributes.none(), false);
    attributes.put("fruit", "apple");
    attributes.stored(attributes.encode(ID, (name, value) -> false, () -> true, true));

    Encoded encoded = attributes.encode(ID, (name, value) -> true, () -> true, true);

    assertEquals(Map.of("fruit", "apple"), codec.decode(encoded.attributes()));
    assertEquals(Set.of("fruit"), encoded.changed());
  }
}
