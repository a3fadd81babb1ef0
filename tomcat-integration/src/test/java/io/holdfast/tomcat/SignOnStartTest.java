package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Threads;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.core.StandardHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SignOnStartTest {

  @Test
  void startWhenItFailsHalfwayThenNothingIsLeftAndItSucceedsLater() throws LifecycleException {
    LifecycleListener failing =
        event -> {
          if (event.getType().equals(Lifecycle.START_EVENT)) {
            throw new IllegalStateException("told to fail by the test");
          }
        };
    try (MemcachedNode node = MemcachedNodes.start()) {
      MemcachedSingleSignOn valve = new MemcachedSingleSignOn();
      valve.setProperty("memcachedNodes", "127.0.0.1:" + node.port());
      StandardHost host = new StandardHost();
      host.setName("localhost");
      valve.setContainer(host);
      valve.addLifecycleListener(failing);

      assertThrows(LifecycleException.class, valve::start);
      Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(30));

      valve.removeLifecycleListener(failing);
      valve.start();
      try {
        assertTrue(valve.getState().isAvailable());
      } finally {
        valve.stop();
      }
      Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(30));
    }
  }
}
