package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.tomcat.MemcachedSessionManager;
import io.holdfast.tomcat.SessionsByUser;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.core.session.SessionInformation;

/** What Spring Security asks at a login where the sessions of a user are limited. */
@Timeout(120)
final class UserSessionRegistryTest {

  @TempDir private Path base;
  private final MemcachedNode node = MemcachedNodes.start();
  private final Tomcat tomcat = new Tomcat();
  private final MemcachedSessionManager manager =
      MemcachedSessionManager.builder()
          .memcachedNodes("127.0.0.1:" + node.port())
          .set(Setting.SESSIONS_BY_USER, true)
          .build();
  private final UserSessionRegistry registry = new UserSessionRegistry(manager::sessionsByUser);

  @BeforeEach
  void start() throws LifecycleException {
    tomcat.setBaseDir(base.toString());
    StandardContext context = (StandardContext) tomcat.addContext("", base.toString());
    context.setManager(manager);
    tomcat.start();
    manager.createSession(null).getSession().setAttribute(SessionsByUser.USER_ATTRIBUTE, "ann");
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    node.close();
  }

  @Test
  void sessionsWhenTheNodeAnswersThenAreThoseOfTheUser() {
    assertEquals(1, registry.getAllSessions("ann", false).size());
    assertEquals(List.of(), registry.getAllSessions("bob", false));
  }

  /** It would be answered with 500, though sessions go on without any node. */
  @Test
  void sessionsWhenNoNodeAnswersThenTheLoginGoesOn() {
    node.kill();

    assertEquals(List.of(), registry.getAllSessions("ann", false));
    assertEquals(
        1, Objects.requireNonNull(manager.observed()).metrics().get(Metric.USER_LISTS_UNANSWERED));
  }

  @Test
  void expireNowWhenNoNodeAnswersThenTheLoginGoesOn() {
    List<SessionInformation> sessions = registry.getAllSessions("ann", false);
    node.kill();

    sessions.forEach(SessionInformation::expireNow);

    assertTrue(sessions.get(0).isExpired());
  }
}
