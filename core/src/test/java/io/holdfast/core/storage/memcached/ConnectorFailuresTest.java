package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Protocol;
import io.holdfast.testkit.Await;
import java.net.InetAddress;
import java.time.Clock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures of an attempt to connect that are no answer of the node. */
@Timeout(60)
final class ConnectorFailuresTest {

  private final LyingServer server = new LyingServer(line -> "END");
  private final Queue<Supplier<Error>> failures = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    server.close();
  }

  static Stream<Supplier<Error>> failures() {
    return Stream.of(
        () -> new OutOfMemoryError("unable to create native thread"), StackOverflowError::new);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void connectWhenTheFirstAttemptFailsThenTheNextOneConnects(Supplier<Error> failure) {
    failures.add(failure);
    try (StoreFixture fixture = fixture()) {
      Await.until("connected", () -> fixture.events().equals("disconnected n1, connected n1"));

      assertNull(fixture.get("k"));
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void connectWhenAnAttemptAfterALossFailsThenTheNextOneConnects(Supplier<Error> failure) {
    try (StoreFixture fixture = fixture()) {
      assertNull(fixture.get("warm"));
      failures.add(failure);
      server.answer(line -> LyingServer.HANG_UP);
      var unused = fixture.store().load("k");
      Await.until("met", failures::isEmpty);
      server.answer(line -> "END");

      Await.until("connected", () -> fixture.events().endsWith("disconnected n1, connected n1"));

      assertNull(fixture.get("k"));
    }
  }

  private StoreFixture fixture() {
    return new StoreFixture(
        "node",
        server.port(),
        StoreFixture.settings(Protocol.TEXT),
        Clock.systemUTC(),
        host -> {
          Supplier<Error> failure = failures.poll();
          if (failure != null) {
            throw failure.get();
          }
          return new InetAddress[] {InetAddress.getLoopbackAddress()};
        });
  }
}
