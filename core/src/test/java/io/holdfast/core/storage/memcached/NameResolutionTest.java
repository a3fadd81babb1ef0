package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Host names whose addresses change, and nodes on two addresses of the loopback interface. */
@Timeout(60)
@RequiresRealMemcached
final class NameResolutionTest {

  private static final String FIRST = "127.0.0.1";
  private static final String SECOND = "127.0.0.2";

  private final int port = FreePort.find();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile List<String> addresses = List.of();

  @Test
  void connectWhenTheNameGetsAnotherAddressWithARestartThenItIsFollowed() {
    addresses = List.of(FIRST);
    try (MemcachedNode before = MemcachedProcess.startAt(FIRST, port);
        StoreFixture fixture = fixture()) {
      fixture.put("k", "before");

      before.kill();
      addresses = List.of(SECOND);
      try (MemcachedNode after = MemcachedProcess.startAt(SECOND, port)) {
        Await.until("connected", () -> fixture.events().endsWith("disconnected n1, connected n1"));
        fixture.put("k", "after");

        assertEquals("after", text(after));
      }
    }
  }

  @Test
  void connectWhenANameHasSeveralAddressesThenOneThatAnswersIsTaken() {
    addresses = List.of("127.0.0.3", SECOND);
    try (MemcachedNode node = MemcachedProcess.startAt(SECOND, port);
        StoreFixture fixture = fixture()) {
      fixture.put("k", "v");

      assertEquals(List.of("k"), node.probe().keys());
      Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
    }
  }

  @Test
  void connectWhenANameIsUnknownAtFirstThenTheNodeJoinsWhenItIsKnown() {
    try (MemcachedNode node = MemcachedProcess.startAt(FIRST, port);
        StoreFixture fixture = fixture()) {
      Await.until("told of it", () -> fixture.events().equals("disconnected n1"));
      assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));

      addresses = List.of(node.host());

      Await.until("connected", () -> fixture.events().equals("disconnected n1, connected n1"));
      fixture.put("k", "v");
    }
  }

  @Test
  void connectWhenTheConnectionLastsThenTheNameIsNotAskedForAgain() {
    addresses = List.of(FIRST);
    try (MemcachedNode node = MemcachedProcess.startAt(FIRST, port);
        StoreFixture fixture = fixture()) {
      fixture.put("k", "v");
      fixture.put("k", "w");

      assertEquals(1, asked.get());
      assertEquals(List.of("k"), node.probe().keys());
    }
  }

  @Test
  void connectWhenTheAddressIsIpv6ThenItIsUsed() {
    assumeTrue(hasIpv6(), "this machine has no ::1 to listen on");
    try (MemcachedNode node = MemcachedProcess.startAt("::1", port);
        StoreFixture fixture =
            new StoreFixture("::1", port, StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v");

      assertEquals(List.of("k"), node.probe().keys());
    }
  }

  private static String text(MemcachedNode node) {
    return new String(Objects.requireNonNull(node.probe().get("k")), UTF_8);
  }

  private static boolean hasIpv6() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getAllByName("::1")[0], 0));
      return true;
    } catch (IOException none) {
      return false;
    }
  }

  private StoreFixture fixture() {
    return new StoreFixture(
        "cache.test", port, StoreFixture.settings(Protocol.TEXT), Clock.systemUTC(), this::resolve);
  }

  private InetAddress[] resolve(String host) throws UnknownHostException {
    asked.incrementAndGet();
    List<String> now = addresses;
    if (now.isEmpty()) {
      throw new UnknownHostException(host);
    }
    List<InetAddress> found = new ArrayList<>();
    for (String literal : now) {
      found.addAll(List.of(InetAddress.getAllByName(literal)));
    }
    return found.toArray(new InetAddress[0]);
  }
}
