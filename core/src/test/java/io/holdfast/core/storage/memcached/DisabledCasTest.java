package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A memcached without CAS takes the write of a Tomcat that has not seen the last one. */
@RequiresRealMemcached
@Timeout(60)
final class DisabledCasTest {

  private static final String REASON =
      "it was started with -C (--disable-cas), by which Tomcats overwrite each other's changes;"
          + " start it without";

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void connectWhenTheNodeHasNoCasThenIsRefusedWithTheRemedy(Protocol protocol) {
    try (MemcachedProcess node = MemcachedProcess.start(MemcachedLimits.DEFAULT, "-C");
        StoreFixture fixture = fixture(node, protocol)) {
      Await.until("told why", () -> !fixture.reasons().isEmpty());

      assertEquals(List.of(REASON), fixture.reasons());
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void connectWhenTheNodeHasCasThenIsNotRefused(Protocol protocol) {
    try (MemcachedProcess node = MemcachedProcess.start(MemcachedLimits.DEFAULT);
        StoreFixture fixture = fixture(node, protocol)) {
      fixture.put("k", "v");

      assertEquals("v", fixture.get("k"));
      assertEquals(List.of(), fixture.reasons());
    }
  }

  private static StoreFixture fixture(MemcachedProcess node, Protocol protocol) {
    return new StoreFixture(
        node.host(),
        node.port(),
        TestConnections.settings(
            protocol, Duration.ofSeconds(20), 1_000, 1_047_552, null, null, null));
  }
}
