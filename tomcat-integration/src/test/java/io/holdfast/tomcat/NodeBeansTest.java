package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The MBeans of nodes, in a Tomcat that runs. */
@Timeout(120)
class NodeBeansTest {

  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  @TempDir private Path base;
  private final Tomcat tomcat = new Tomcat();
  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();

  @BeforeEach
  void start() throws LifecycleException {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getEngine().setName("Catalina");
    deploy("", "n1:%s n2:%s".formatted(n1.address(), n2.address()));
    deploy("/shop", n1.address().toString());
    MemcachedSingleSignOn signOn = new MemcachedSingleSignOn();
    signOn.setProperty("memcachedNodes", "s1:" + n1.address());
    tomcat.getHost().getPipeline().addValve(signOn);
    tomcat.start();
  }

  private void deploy(String path, String nodes) {
    StandardContext context = new StandardContext();
    context.setPath(path);
    context.setDocBase(base.toString());
    context.addLifecycleListener(new Tomcat.FixContextListener());
    context.setManager(MemcachedSessionManager.builder().memcachedNodes(nodes).build());
    tomcat.getHost().addChild(context);
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    n1.close();
    n2.close();
  }

  @Test
  void nodesWhenOneIsTakenOutOrAddedThenHaveMBeansAccordingly() throws Exception {
    MemcachedSessionManager root =
        (MemcachedSessionManager) ((StandardContext) tomcat.getHost().findChild("")).getManager();
    ObjectName first = node("context=/,host=localhost,node=n1");
    assertEquals(n1.address().toString(), SERVER.getAttribute(first, "address"));
    for (int i = 0; i < 20; i++) {
      assertNull(root.findSession("0123456789ABCDEF" + i)); // asks a node, now this one, now that
    }
    Await.until("operations are counted", () -> number(first, "operations") > 0);
    assertEquals("AVAILABLE", SERVER.getAttribute(first, "state"));
    for (MBeanAttributeInfo attribute : SERVER.getMBeanInfo(first).getAttributes()) {
      Object unused = SERVER.getAttribute(first, attribute.getName());
      assertFalse(attribute.isWritable(), attribute.getName());
    }
    assertEquals(15, SERVER.getMBeanInfo(first).getAttributes().length); // one is the modeler's

    root.changeNodes("n2:%s n3:%s".formatted(n2.address(), n1.address()), "", "auto");

    assertTrue(SERVER.isRegistered(node("context=/,host=localhost,node=n3")));
    Await.until("n1 has left", () -> !SERVER.isRegistered(first));
    tomcat.getHost().findChild("").stop();
    assertEquals(Set.of(), SERVER.queryNames(node("context=/,*"), null));
    tomcat.getHost().findChild("").start();
    assertEquals(2, SERVER.queryNames(node("context=/,*"), null).size());
  }

  @Test
  void nodesWhenTheStartHasFailedThenHaveNoMBean() throws Exception {
    StandardContext shop = (StandardContext) tomcat.getHost().findChild("/shop");
    shop.stop();
    ((MemcachedSessionManager) shop.getManager())
        .setProperty("transcoderFactoryClass", "com.acme.Missing");

    shop.start();

    assertEquals(Set.of(), SERVER.queryNames(node("context=/shop,*"), null));
    ObjectName manager = new ObjectName("Catalina:type=Manager,host=localhost,context=/shop");
    assertEquals(false, SERVER.getAttribute(manager, "started"));
    assertNull(SERVER.getAttribute(manager, "backupsStored"));
  }

  private static ObjectName node(String keys) throws JMException {
    return new ObjectName("Catalina:type=MemcachedNode," + keys);
  }

  private static long number(ObjectName name, String attribute) {
    try {
      return SERVER.getAttribute(name, attribute) instanceof Number n ? n.longValue() : -1;
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
