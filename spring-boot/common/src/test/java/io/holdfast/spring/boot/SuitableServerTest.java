package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.session.MapSessionRepository;

final class SuitableServerTest {

  /** Has the name of Spring Boot's own. */
  private static final class JettyServletWebServerFactory implements WebServerFactory {}

  /** As an application may extend it. */
  private static final class OwnTomcat extends TomcatServletWebServerFactory {}

  @Test
  void customizeWhenTheServerIsTomcatThenIsContent() {
    SuitableServer server = new SuitableServer(() -> true, () -> false);

    assertDoesNotThrow(() -> server.customize(new OwnTomcat()));
  }

  @Test
  void customizeWhenTheServerIsJettyThenSaysSo() {
    SuitableServer server = new SuitableServer(() -> true, () -> false);

    UnsuitableServerException e =
        assertThrows(
            UnsuitableServerException.class,
            () -> server.customize(new JettyServletWebServerFactory()));

    FailureAnalysis analysis =
        Objects.requireNonNull(new UnsuitableServerFailureAnalyzer().analyze(e));
    assertEquals(
        "Holdfast keeps the sessions of Tomcat, and the web server of this application is made by"
            + " JettyServletWebServerFactory.",
        analysis.getDescription());
    assertTrue(analysis.getAction().contains("holdfast.enabled=false"), analysis::getAction);
  }

  @Test
  void customizeWhenTheStarterIsOfAnotherLineThenNamesBoth() {
    SuitableServer server = new SuitableServer(() -> false, () -> false);

    UnsuitableServerException e =
        assertThrows(UnsuitableServerException.class, () -> server.customize(new OwnTomcat()));

    assertTrue(String.valueOf(e.getMessage()).contains(SpringBootVersion.getVersion()));
    assertTrue(e.action().contains("holdfast-spring-boot4-starter"), e::action);
  }

  @Test
  void customizeWhenSpringSessionHasARepositoryThenSaysSo() {
    DefaultListableBeanFactory program = program();
    program.registerSingleton("sessions", new MapSessionRepository(new HashMap<>()));
    SuitableServer server = new HoldfastServerAutoConfiguration().holdfastSuitableServer(program);

    UnsuitableServerException e =
        assertThrows(UnsuitableServerException.class, () -> server.customize(new OwnTomcat()));

    assertTrue(String.valueOf(e.getMessage()).contains("Spring Session keeps the sessions"));
    assertTrue(e.action().contains("holdfast.enabled=false"), e::action);
  }

  @Test
  void customizeWhenSpringSessionIsAJarOnlyThenIsContent() {
    SuitableServer server = new HoldfastServerAutoConfiguration().holdfastSuitableServer(program());

    assertDoesNotThrow(() -> server.customize(new OwnTomcat()));
  }

  private static DefaultListableBeanFactory program() {
    DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    beans.registerSingleton(HoldfastServerAutoConfiguration.CUSTOMIZER, new Object());
    return beans;
  }
}
