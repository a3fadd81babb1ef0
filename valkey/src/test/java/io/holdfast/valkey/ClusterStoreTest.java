package io.holdfast.valkey;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyClusterProcesses;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The kit over one copy of a cluster of three primaries. */
@RequiresValkey
@Timeout(120)
final class ClusterStoreTest extends NodeStoreKit {

  private static ValkeyClusterProcesses cluster;

  private Fixture fixture;

  @BeforeAll
  static void start() {
    cluster = ValkeyClusterProcesses.start(3, false);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void connect() {
    fixture =
        new Fixture(ClusterMapTest.copy(2, cluster.servers().get(1).port()), Fixture.settings());
  }

  @AfterEach
  void close() {
    fixture.close();
    cluster.servers().forEach(each -> each.ask("FLUSHALL"));
  }

  @Override
  protected NodeStore store() {
    return fixture.store();
  }

  /** The processes have their own clocks, so this waits. */
  @Override
  protected void elapse(Duration time) {
    long start = System.nanoTime();
    Await.until("time passes", () -> System.nanoTime() - start >= time.toNanos());
  }
}
