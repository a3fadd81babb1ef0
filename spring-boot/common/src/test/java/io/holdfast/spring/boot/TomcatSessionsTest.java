package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.tomcat.MemcachedSessionManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardEngine;
import org.apache.catalina.core.StandardHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With containers of Tomcat that are not started. */
final class TomcatSessionsTest {

  private final StandardEngine engine = new StandardEngine();
  private final StandardHost host = new StandardHost();
  private final StandardContext context = new StandardContext();

  TomcatSessionsTest() {
    engine.setName("engine");
    host.setName("localhost");
    context.setPath("");
    context.setName("");
    engine.addChild(host);
    host.addChild(context);
  }

  @Test
  void installInWhenTheProgramHasPackagesThenTheyStandBeforeThoseOfTheProperty() {
    sessions(Map.of("holdfast.allowed-classes", "@wicket, org.joda.time.LocalDate"));

    MemcachedSessionManager manager =
        assertInstanceOf(MemcachedSessionManager.class, context.getManager());
    assertEquals(
        "com.acme.**,@wicket,org.joda.time.LocalDate", manager.getProperty("allowedClasses"));
  }

  @Test
  void installInWhenARouteIsSetThenTheEngineHasIt() {
    engine.setJvmRoute("before");

    sessions(Map.of("holdfast.route", "t1"));

    assertEquals("t1", engine.getJvmRoute());
  }

  @Test
  void installInWhenTheEngineHasARouteThenItStays() {
    engine.setJvmRoute("before");

    sessions(Map.of());

    assertEquals("before", engine.getJvmRoute());
  }

  @Test
  void installInWhenThereIsNoRouteThenOneIsMadeUp() {
    sessions(Map.of());

    assertEquals("made-up", engine.getJvmRoute());
  }

  /** As of {@code holdfast.route=${POD_NAME:}} where there is no such variable. */
  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void installInWhenTheRouteIsEmptyThenOneIsMadeUp(String route) {
    sessions(Map.of("holdfast.route", route));

    assertEquals("made-up", engine.getJvmRoute());
  }

  @Test
  void installInWhenSessionsAreNotStickyThenNoRouteIsMadeUp() {
    sessions(Map.of("holdfast.sticky", "false"));

    assertNull(engine.getJvmRoute());
  }

  @Test
  void contextNameWhenTheApplicationIsTheRootThenIsASlash() {
    assertEquals("/", sessions(Map.of()).contextName());
  }

  private TomcatSessions sessions(Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("holdfast.nodes", "n1:127.0.0.1:1");
    TomcatSessions sessions =
        new TomcatSessions(
            new HoldfastProperties(Environments.of(all)),
            List.of("com.acme.**"),
            () -> "made-up",
            failure -> {
              throw new AssertionError(failure);
            });
    sessions.installIn(context);
    return sessions;
  }
}
