package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.memcached.TlsFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit over a real memcached that speaks TLS; one for all, its items are other ones each time.
 */
@RequiresRealMemcached
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
final class MemcachedStoreTlsTest extends NodeStoreKit {

  private static final int VALUES = 60;

  @TempDir private static Path folder;

  private MemcachedProcess node;
  private TlsSettings tls;
  private StoreFixture fixture;

  @BeforeAll
  void start() {
    Certificates authority = Certificates.authority(folder, "ca");
    Certificates.Issued own = authority.issue("node", "dns:localhost", "ip:127.0.0.1");
    node =
        MemcachedProcess.start(
            MemcachedLimits.DEFAULT, new TlsFiles(own.certificate(), own.key(), null));
    tls = new TlsSettings(authority.certificate(), null, null, null, null, true);
  }

  @AfterAll
  void close() {
    node.close();
  }

  @BeforeEach
  void connect() {
    node.probe().flushAll();
    fixture = new StoreFixture(node.host(), node.port(), StoreFixture.settings(tls));
  }

  @AfterEach
  void disconnect() {
    fixture.close();
  }

  @Override
  protected NodeStore store() {
    return fixture.store();
  }

  /** More than a connection takes at a time, in both directions at once. */
  @Test
  void storeWhenManyLargeValuesAreOnTheirWayThenEachArrives() {
    fixture.get("warm"); // what is asked before there is a connection has no order
    Random random = new Random(1);
    List<byte[]> values = new ArrayList<>();
    List<CompletableFuture<WriteResult>> writes = new ArrayList<>();
    List<CompletableFuture<byte[]>> reads = new ArrayList<>();
    for (int i = 0; i < VALUES; i++) {
      byte[] value = new byte[random.nextInt(300_000)];
      random.nextBytes(value);
      values.add(value);
      writes.add(fixture.store().store("k" + i, value, HOUR, WriteCondition.always()));
      reads.add(fixture.store().load("k" + i).thenApply(found -> found.bytes()));
    }

    for (int i = 0; i < VALUES; i++) {
      assertTrue(await(writes.get(i)).isStored());
      assertArrayEquals(values.get(i), await(reads.get(i)));
    }
  }
}
