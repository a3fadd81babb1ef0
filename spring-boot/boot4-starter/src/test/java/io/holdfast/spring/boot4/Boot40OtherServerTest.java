package io.holdfast.spring.boot4;

import io.holdfast.spring.boot.OtherServers;
import org.junit.jupiter.api.Test;

/** The server that Spring Boot 4 has beside Tomcat. */
final class Boot40OtherServerTest {

  @Test
  void startWhenTheServerIsJettyThenStopsAndSaysWhy() {
    OtherServers.assertRefused("JettyServletWebServerFactory", jar -> true);
  }
}
