package io.holdfast.core.storage;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit with values in parts, and what becomes of the parts. */
final class ChunkedStoreTest extends NodeStoreKit {

  private static final int PART = 1_000;
  private static final ChunkLimits LIMITS = new ChunkLimits(PART, 1_000_000, 4 * PART);

  private final TestClock clock = new TestClock(Instant.EPOCH);
  private final FaultyStore node = new FaultyStore("n1", clock);
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final ChunkedStore store = parted();

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected void elapse(Duration time) {
    clock.advance(time);
  }

  protected static Stream<String> partScenes() {
    return StorePlay.scenes(
        """
        each 1001 1999 2000: put k #$; get k -> #$; node count -> 3
        put k #2001; get k -> #2001; node count -> 4
        put k #20000; get k -> #20000; node count -> 21
        put k #999999; get k -> #999999; node count -> 1001
        put k #1000; node keys -> k
        put k #1000001 -> TOO_LARGE; node sent -> none
        put x*241 #2000 -> REFUSED; node keys -> none
        # ---- what is replaced or deleted leaves no parts ----
        put k #5000; put k #3000; node count -> 4
        put k #5000; put k #10; node keys -> k
        put k #5000; other get k; other put k #10; node keys -> k
        put k #5000; v = get k; over k v; node keys -> none
        put k #3000; delete k; node keys -> none
        put k #5000; add k #7000 -> conflict; get k -> #5000; node count -> 6
        # two cross: the other one writes its head behind our four parts
        put k #2000; v = get k; node onStore 5: other cas k #3000 v; cas k #4000 v -> conflict; get k -> #3000
        # the writer dies halfway: the former value is whole
        each 1 2 3 4 5: put k #3000; node onStore $: node fail UNAVAILABLE; put k #5000 -> UNAVAILABLE; node heal; fresh get k -> #3000
        # a part is refused, and what was written is tried to delete again behind the next answer
        node onStore 3: node fail REFUSED; put k #5000 -> REFUSED; node heal; put k x; node keys -> k
        # the head is not answered: its parts stay for it
        node onStore 4: node freeze; start w put k #3000; node timeOut; end w -> TIMEOUT; node thaw; get k -> #3000
        # ---- torn values ----
        put k #3000; v = get k; deletePart; w = get k -> head; same v w; incomplete -> 1
        each 999 1000: put k #3000; changePart #$; get k -> head
        put k #3000; deletePart; v = get k; cas k #2000 v; get k -> #2000; node count -> 3
        put k #3000; deletePart; touch k -> false
        # ---- replaced while it is read ----
        put k #3000; node onLoad 2: put k #4000; get k -> #4000; incomplete -> 0
        put k #3000; node onLoad 2 5 8 11 14 17 20 23 26 29: put k #2000; get k -> BUSY
        put k #3000; node onLoad 2: delete k; get k -> none
        each TIMEOUT UNAVAILABLE REFUSED: put k #3000; node onLoad 2: node fail $; get k -> $
        # above the limit no part is asked for, and at once so many as the limit says
        put k #50000; node forget; modest get k -> head; node sent -> load k
        put k #9000; node forget; node onLoad 2: node freeze; start r get k; node sentCount -> 5; node thaw; end r -> #9000; node sentCount -> 10
        # ---- comparing reads: parts are read, so that none is evicted unnoticed ----
        put k #3000; v = get k; compare k k:a v -> #3000 none; deletePart; compare k k:a v -> head none; incomplete -> 1
        put k #10; v = get k; fresh put k #3000; compare k k:a v -> changed
        put k #10; v = get k; node forget; w = compare k k:a v -> unchanged none; same v w; node sent -> compare k, load k:a
        # the manifest of a value may be forgotten if another place knows its version
        put k #3000; v = get k; putOthers 10001; compare k k:a v -> #3000 none
        # ---- parts live longer with their head ----
        put k #3000; wait 3000000; touch k; wait 3599000; get k -> #3000; partsOutlive -> [PT1M]
        put k #3000; other get k; wait 3000000; other touch k; wait 3000000; get k -> #3000
        put k #10; node forget; touch k; node sent -> touch k
        # more were seen than are remembered
        put k #3000; putOthers 10000; wait 3000000; touch k; wait 3000000; get k -> #3000
        put k #3000; v = get k; renew k; w = get k -> #3000; differ v w; cas k #2000 v -> conflict; get k -> #3000
        """);
  }

  @ParameterizedTest
  @MethodSource("partScenes")
  void sceneOfPartsWhenPlayedThenEachStepYieldsWhatItSays(String scene) {
    ChunkedStore other = parted();
    ChunkLimits modest = new ChunkLimits(PART, 49 * PART, PART);
    play()
        .with("node", () -> node)
        .with("other", () -> other)
        .with("fresh", this::parted)
        .with("modest", () -> new ChunkedStore("n1", node, modest, new Random(7), metrics))
        .with("incomplete", none -> metrics.get(Metric.LOADS_INCOMPLETE))
        .with("deletePart", none -> await(node.delete(parts().iterator().next())))
        .with("changePart", this::changePart)
        .with("putOthers", this::putOthers)
        .with("partsOutlive", none -> partsOutlive())
        .play(scene);
  }

  private Object changePart(String size) {
    byte[] other = StorePlay.random(Integer.parseInt(size.substring(1)));
    return await(node.store(parts().iterator().next(), other, HOUR, WriteCondition.always()));
  }

  private Object putOthers(String count) {
    for (int i = 0; i < Integer.parseInt(count); i++) {
      await(store.store("m" + i, new byte[PART + 1], HOUR, WriteCondition.always()));
    }
    return "done";
  }

  private Set<Duration> partsOutlive() {
    Instant head = Objects.requireNonNull(node.expiryOf("k"));
    return parts().stream()
        .map(part -> Duration.between(head, Objects.requireNonNull(node.expiryOf(part))))
        .collect(Collectors.toSet());
  }

  private Set<String> parts() {
    return node.keys().stream().filter(key -> !key.equals("k")).collect(Collectors.toSet());
  }

  private ChunkedStore parted() {
    return new ChunkedStore("n1", node, LIMITS, new Random(1), metrics);
  }
}
