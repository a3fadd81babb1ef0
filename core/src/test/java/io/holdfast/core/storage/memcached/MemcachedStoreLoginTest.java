package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.NodeStoreKit;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.Login;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The kit over a real memcached that asks for a password, text protocol. */
@RequiresRealMemcached
@Timeout(60)
final class MemcachedStoreLoginTest extends NodeStoreKit {

  private static final String USER = "shop";
  private static final String PASSWORD = "s3cret-w0rd";

  private final MemcachedProcess node =
      MemcachedProcess.start(MemcachedLimits.DEFAULT, new Login(USER, PASSWORD));
  private final StoreFixture fixture = fixture(node, USER, PASSWORD);

  @AfterEach
  void close() {
    fixture.close();
    node.close();
  }

  @Override
  protected NodeStore store() {
    return fixture.store();
  }

  @Test
  void connectWhenTheNodeWasRestartedThenItLogsInAgain() {
    fixture.put("k", "v");

    node.kill();
    Await.until("the loss is seen", () -> fixture.events().endsWith("disconnected n1"));
    node.start();

    Await.until("it is back", () -> fixture.events().endsWith("connected n1, connected n1"));
    fixture.put("k", "again");
    assertEquals("again", fixture.get("k"));
  }

  static StoreFixture fixture(
      MemcachedProcess node, @Nullable String user, @Nullable String password) {
    return new StoreFixture(
        node.host(),
        node.port(),
        TestConnections.settings(
            Protocol.TEXT, Duration.ofSeconds(20), 1_000, 1_047_552, user, password, null));
  }
}
