package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.SentinelProcess;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A primary with one replica and three sentinels, all real; the primary is lost. */
@RequiresValkey
@Timeout(180)
final class SentinelTest {

  private static final Duration FAILOVER = Duration.ofSeconds(60);

  /** One that stood still takes writes when it goes on, until the sentinels make it a replica. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void storeWhenThePrimaryIsLostThenAtTheReplicaThatTookOver(boolean isFrozen) {
    try (ValkeyProcess primary = ValkeyProcess.start();
        ValkeyProcess replica = ValkeyProcess.start("--replicaof", "127.0.0.1 " + primary.port())) {
      List<SentinelProcess> sentinels = SentinelProcess.start("main", primary, 3);
      int[] ports = sentinels.stream().mapToInt(SentinelProcess::port).toArray();
      try (Fixture fixture = new Fixture(SentinelAnswersTest.node(ports), Fixture.settings())) {
        sentinels.forEach(each -> each.awaitReplicas("main", 1));
        fixture.put("k", "v");
        primary.awaitReplicatedTo(replica);

        // on a slow machine they may have changed places before
        ValkeyProcess lost = primary.ask("ROLE").contains("master") ? primary : replica;
        ValkeyProcess left = lost == primary ? replica : primary;
        if (isFrozen) {
          lost.freeze();
        } else {
          lost.kill();
        }
        Await.until("served again", FAILOVER, () -> isServed(fixture));
        if (isFrozen) {
          lost.thaw();
          Await.until("it is a replica", FAILOVER, () -> lost.ask("ROLE").contains("slave"));
          Await.until("served", FAILOVER, () -> isServed(fixture));
        }

        assertTrue(left.ask("ROLE").contains("master"), left.ask("ROLE"));
        fixture.awaitConnected();
        assertTrue(fixture.events().size() >= 3, () -> String.valueOf(fixture.events()));
      } finally {
        sentinels.forEach(SentinelProcess::close);
      }
    }
  }

  private static boolean isServed(Fixture fixture) {
    try {
      StoredValue value = fixture.store().load("k").join();
      assertNotNull(value);
      assertEquals("v", new String(value.bytes(), StandardCharsets.UTF_8));
      return fixture
          .store()
          .store("k2", NodeStoreKit.bytes("w"), TimeToLive.UNLIMITED, WriteCondition.always())
          .join()
          .isStored();
    } catch (CompletionException e) {
      assertTrue(e.getCause() instanceof StoreException, String.valueOf(e));
      return false;
    }
  }
}
