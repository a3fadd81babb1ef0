package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.SessionStoreKit;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.SentinelProcess;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A primary with one replica and three sentinels, all real; the primary is lost. */
@RequiresValkey
@Timeout(180)
final class SentinelTest {

  private static final Duration FAILOVER = Duration.ofSeconds(60);

  @Test
  void storeWhenThePrimaryIsKilledThenAtTheReplicaThatTookOver() {
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
        lost.kill();
        Await.until("stored again", FAILOVER, () -> isStored(fixture));

        assertEquals("v", fixture.get("k"));
        assertTrue(left.ask("ROLE").contains("master"), left.ask("ROLE"));
        assertEquals("connected", fixture.events().get(fixture.events().size() - 1));
        assertTrue(fixture.events().size() >= 3, () -> String.valueOf(fixture.events()));
      } finally {
        sentinels.forEach(SentinelProcess::close);
      }
    }
  }

  private static boolean isStored(Fixture fixture) {
    try {
      return fixture
          .store()
          .store("k2", SessionStoreKit.bytes("w"), TimeToLive.UNLIMITED, WriteCondition.always())
          .join()
          .isStored();
    } catch (CompletionException e) {
      assertTrue(e.getCause() instanceof StoreException, String.valueOf(e));
      return false;
    }
  }
}
