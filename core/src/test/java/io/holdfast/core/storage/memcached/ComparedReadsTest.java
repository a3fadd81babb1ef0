package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.testkit.LineConnection;
import io.holdfast.testkit.memcached.CommandTap;
import io.holdfast.testkit.memcached.EmbeddedMemcached;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a node sends of a value that was read before: the one on the PATH, and the stand-in. */
@Timeout(60)
final class ComparedReadsTest {

  private static final int SIZE = 10_000;

  /** The first memcached 1.6 that compares versions, as the stand-in does. */
  private static final int COMPARES = 40;

  static Stream<Supplier<MemcachedNode>> nodes() {
    return Stream.of(MemcachedNodes::start, () -> EmbeddedMemcached.start(MemcachedLimits.DEFAULT));
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void loadPairIfChangedWhenUnchangedThenTheNodeSendsItsVersionOnly(Supplier<MemcachedNode> start) {
    try (MemcachedNode node = start.get();
        CommandTap tap = CommandTap.before(node);
        StoreFixture fixture = fixture(tap)) {
      KnownValue known = stored(fixture, "x");
      long before = tap.answeredBytes();

      PairAnswer answer = await(fixture.store().loadPairIfChanged("k", "l", known));

      assertNull(assertInstanceOf(PairAnswer.Unchanged.class, answer).beside());
      assertTrue(tap.answeredBytes() - before < 50, () -> tap.answeredBytes() - before + " bytes");
    }
  }

  /** Since 1.6.40 in the same step. */
  @ParameterizedTest
  @MethodSource("nodes")
  void loadPairIfChangedWhenChangedThenANodeThatComparesSendsIt(Supplier<MemcachedNode> start) {
    try (MemcachedNode node = start.get();
        CommandTap tap = CommandTap.before(node);
        StoreFixture fixture = fixture(tap)) {
      KnownValue old = stored(fixture, "x");
      stored(fixture, "y");
      stored(fixture, "z");

      PairAnswer answer = await(fixture.store().loadPairIfChanged("k", "l", old));

      if (compares(node)) {
        PairAnswer.Read read = assertInstanceOf(PairAnswer.Read.class, answer);
        byte[] sent = Objects.requireNonNull(read.pair().value()).bytes();
        assertEquals("z".repeat(SIZE), new String(sent, StandardCharsets.ISO_8859_1));
      } else {
        assertEquals(new PairAnswer.Changed(), answer);
      }
    }
  }

  private static boolean compares(MemcachedNode node) {
    try (LineConnection lines =
        LineConnection.open(node.host(), node.port(), Duration.ofSeconds(20))) {
      lines.send("version\r\n");
      return Integer.parseInt(lines.line().split("[ .-]", -1)[3]) >= COMPARES;
    }
  }

  private static StoreFixture fixture(CommandTap tap) {
    String[] place = tap.address().split(":", 2);
    return new StoreFixture(
        place[0], Integer.parseInt(place[1]), StoreFixture.settings(Protocol.TEXT));
  }

  private static KnownValue stored(StoreFixture fixture, String letter) {
    fixture.put("k", letter.repeat(SIZE));
    long version = Objects.requireNonNull(await(fixture.store().load("k"))).version();
    return new KnownValue(version, SIZE, false);
  }
}
