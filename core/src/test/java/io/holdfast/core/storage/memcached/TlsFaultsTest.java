package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.memcached.TlsFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A line that loses, doubles and alters records of TLS, in the handshake too: an operation ends
 * with what is stored or with a failure, and the next ones are done once the line is whole.
 */
@RequiresRealMemcached
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
final class TlsFaultsTest {

  private static final int READS = 30;
  private static final String VALUE = "apple".repeat(5_000); // two records

  /** How long an operation waits: some of these faults are noticed by nothing else. */
  private static final Duration BRIEF = Duration.ofMillis(200);

  @TempDir private static Path folder;

  private TlsSettings tls;
  private MemcachedProcess node;

  @BeforeAll
  void start() {
    Certificates authority = Certificates.authority(folder, "ca");
    Issued own = authority.issue("node", "ip:127.0.0.1");
    node =
        MemcachedProcess.start(
            MemcachedLimits.DEFAULT, new TlsFiles(own.certificate(), own.key(), null));
    tls = new TlsSettings(authority.certificate(), null, null, null, null, true);
  }

  @AfterAll
  void close() {
    node.close();
  }

  static Stream<Arguments> faults() {
    return Stream.concat(
        Stream.of(
                new Fault.Timeout(),
                new Fault.Omit(),
                new Fault.ResetPeer(),
                new Fault.HalfClose(),
                new Fault.LimitData(3),
                new Fault.LimitData(11),
                new Fault.Slicer(7),
                new Fault.Corrupt(),
                new Fault.Duplicate(),
                new Fault.Wrong("SERVER_ERROR full\r\n"))
            .map(fault -> Arguments.of(fault, Direction.ANSWERS)),
        Stream.of(new Fault.Timeout(), new Fault.LimitData(11), new Fault.Corrupt())
            .map(fault -> Arguments.of(fault, Direction.COMMANDS)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void loadWhenRecordsFailThenItIsWhatIsStoredOrAFailure(Fault fault, Direction direction) {
    node.probe().set("k", VALUE.getBytes(StandardCharsets.US_ASCII));
    try (FaultProxy line = FaultProxy.before(node, 1);
        StoreFixture fixture =
            new StoreFixture("127.0.0.1", line.port(), StoreFixture.settings(tls, BRIEF))) {
      Await.until("connected", () -> VALUE.equals(read(fixture)));

      line.add(direction, fault, 0.3);
      for (int i = 0; i < READS; i++) {
        @Nullable String found = read(fixture);
        assertTrue(found == null || VALUE.equals(found), found);
      }
      assertTrue(line.happened().getOrDefault(fault.title(), 0L) > 0);

      line.heal();
      Await.until("the node is there again", () -> VALUE.equals(read(fixture)));
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void connectWhenTheHandshakeFailsThenLaterOnesDoNot(Fault fault, Direction direction) {
    node.probe().set("k", VALUE.getBytes(StandardCharsets.US_ASCII));
    try (FaultProxy line = FaultProxy.before(node, 1)) {
      line.add(direction, fault);
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", line.port(), StoreFixture.settings(tls, BRIEF))) {
        Await.until("it has happened", () -> line.happened().getOrDefault(fault.title(), 0L) > 0);
        line.heal();
        Await.until("connected", () -> VALUE.equals(read(fixture)));
        Await.until("it is told, too", () -> fixture.events().matches("(.*, )?connected n1"));
      }
    }
  }

  /** What is stored; null if the operation failed. */
  private static @Nullable String read(StoreFixture fixture) {
    return fixture.store().load("k").handle(TlsFaultsTest::outcome).join();
  }

  private static @Nullable String outcome(
      @Nullable StoredValue found, @Nullable Throwable failure) {
    if (failure == null) {
      return found == null ? "nothing" : new String(found.bytes(), StandardCharsets.US_ASCII);
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    assertInstanceOf(StoreException.class, cause);
    return null;
  }
}
