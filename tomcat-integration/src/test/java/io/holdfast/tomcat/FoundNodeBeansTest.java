package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.discovery.JdkDns;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Objects;
import javax.management.ObjectName;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The MBeans of nodes that a DNS server names while Tomcat runs. */
@Timeout(120)
class FoundNodeBeansTest {

  private static final String NAME = "cache.example";

  @TempDir private Path base;
  private final Tomcat tomcat = new Tomcat();
  private final MemcachedNode node = MemcachedNodes.start();
  private final DnsServer dns = DnsServer.start();
  private final MemcachedSessionManager manager =
      MemcachedSessionManager.builder()
          .memcachedNodes("dns:%s:%d".formatted(NAME, node.port()))
          .build();

  @BeforeEach
  void start() throws LifecycleException {
    System.setProperty(JdkDns.SERVERS, dns.address());
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getEngine().setName("Catalina");
    tomcat.getEngine().setBackgroundProcessorDelay(-1);
    StandardContext context = new StandardContext();
    context.setPath("/found");
    context.setDocBase(base.toString());
    context.addLifecycleListener(new Tomcat.FixContextListener());
    manager.setProperty("discoveryInterval", "1");
    context.setManager(manager);
    tomcat.getHost().addChild(context);
    tomcat.start();
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    System.clearProperty(JdkDns.SERVERS);
    dns.close();
    node.close();
  }

  /** Tomcat calls that every ten seconds; who watches the nodes must not wait for a minute. */
  @Test
  void backgroundProcessWhenANodeHasBeenFoundThenItHasAnMBean() throws Exception {
    dns.addresses(NAME, "127.0.0.1");
    String id = "127.0.0.1:" + node.port();
    Await.until(
        "the node is found",
        () ->
            Objects.requireNonNull(manager.observed()).nodes().stream()
                .anyMatch(found -> found.address().id().equals(id)));

    manager.backgroundProcess();

    assertTrue(
        ManagementFactory.getPlatformMBeanServer()
            .isRegistered(
                new ObjectName(
                    "Catalina:type=MemcachedNode,context=/found,host=localhost,node="
                        + ObjectName.quote(id))));
  }
}
