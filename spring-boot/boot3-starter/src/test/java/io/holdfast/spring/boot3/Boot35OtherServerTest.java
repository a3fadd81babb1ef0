package io.holdfast.spring.boot3;

import io.holdfast.spring.boot.OtherServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The servers that Spring Boot 3.5 has beside Tomcat. */
final class Boot35OtherServerTest {

  @Test
  void startWhenTheServerIsUndertowThenStopsAndSaysWhy() {
    OtherServers.assertRefused("UndertowServletWebServerFactory", jar -> !jar.startsWith("jetty-"));
  }

  @Test
  @EnabledIfSystemProperty(
      named = "holdfast.lines",
      matches = "all") // Boot40OtherServerTest has it
  void startWhenTheServerIsJettyThenStopsAndSaysWhy() {
    OtherServers.assertRefused("JettyServletWebServerFactory", jar -> !jar.startsWith("undertow-"));
  }
}
