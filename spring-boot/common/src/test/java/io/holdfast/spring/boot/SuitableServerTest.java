package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactory;

final class SuitableServerTest {

  /** Has the name of Spring Boot's own. */
  private static final class JettyServletWebServerFactory implements WebServerFactory {}

  /** As an application may extend it. */
  private static final class OwnTomcat extends TomcatServletWebServerFactory {}

  @Test
  void customizeWhenTheServerIsTomcatThenIsContent() {
    SuitableServer server = new SuitableServer(() -> true);

    assertDoesNotThrow(() -> server.customize(new OwnTomcat()));
  }

  @Test
  void customizeWhenTheServerIsJettyThenSaysSo() {
    SuitableServer server = new SuitableServer(() -> true);

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
    SuitableServer server = new SuitableServer(() -> false);

    UnsuitableServerException e =
        assertThrows(UnsuitableServerException.class, () -> server.customize(new OwnTomcat()));

    assertTrue(String.valueOf(e.getMessage()).contains(SpringBootVersion.getVersion()));
    assertTrue(e.action().contains("holdfast-spring-boot4-starter"), e::action);
  }
}
