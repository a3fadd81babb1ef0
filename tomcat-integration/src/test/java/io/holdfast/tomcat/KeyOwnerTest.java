package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.core.log.CapturedLog;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.Host;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator reads of applications that have the same keys; no node has to answer. */
@Timeout(60)
final class KeyOwnerTest {

  private static final String NODES = "n1:127.0.0.1:1,n2:127.0.0.1:2";

  @TempDir private Path base;
  private final Tomcat tomcat = new Tomcat();
  private final Host shop = tomcat.getHost();
  private final StandardHost staff = new StandardHost();
  private final CapturedLog log = new CapturedLog(KeyOwner.class);

  @BeforeEach
  void makeHosts() {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setName("owners");
    staff.setName("staff.example");
    tomcat.getEngine().addChild(staff);
  }

  @AfterEach
  void stopAll() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    log.close();
  }

  @Test
  void startWhenAnApplicationOfAnotherHostHasThePathThenIsTold() throws LifecycleException {
    add(shop, "/app", MemcachedSessionManager.builder().memcachedNodes(NODES));
    add(staff, "/app", MemcachedSessionManager.builder().memcachedNodes("n2:127.0.0.1:2"));

    tomcat.start();

    assertEquals(
        List.of(
            "staff.example/app has the same keys on the nodes as localhost/app, with"
                + " storageKeyPrefix=\"context,webappVersion\": each serves the other's sessions to"
                + " a client that shows their ids. Unless that is meant, give each a"
                + " storageKeyPrefix of its own, such as \"host,context,webappVersion\""),
        log.warnings());
  }

  @Test
  void startWhenKeysOrNodesDifferThenIsSilent() throws LifecycleException {
    add(shop, "/app", MemcachedSessionManager.builder().memcachedNodes(NODES));
    add(shop, "/other", MemcachedSessionManager.builder().memcachedNodes(NODES));
    add(
        staff,
        "/app",
        MemcachedSessionManager.builder()
            .memcachedNodes(NODES)
            .set(Setting.STORAGE_KEY_PREFIX, "host,context,webappVersion"));
    add(staff, "/other", MemcachedSessionManager.builder().memcachedNodes("n1:127.0.0.1:3"));

    tomcat.start();

    assertEquals(List.of(), log.warnings());
  }

  @Test
  void startWhenTheOtherHasStoppedThenIsSilent() throws LifecycleException {
    Context first = add(shop, "/app", MemcachedSessionManager.builder().memcachedNodes(NODES));
    tomcat.start();
    first.stop();

    add(staff, "/app", MemcachedSessionManager.builder().memcachedNodes(NODES));

    assertEquals(List.of(), log.warnings());
  }

  /** A host that runs starts what is added. */
  private Context add(Host host, String path, ManagerBuilder manager) {
    Context context = tomcat.addContext(host, path, base.toString());
    context.setManager(manager.build());
    return context;
  }
}
