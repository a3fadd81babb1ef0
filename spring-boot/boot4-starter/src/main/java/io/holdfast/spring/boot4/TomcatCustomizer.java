package io.holdfast.spring.boot4;

import io.holdfast.spring.boot.TomcatSessions;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** Gives the application's context its session manager, in place of the one of Tomcat. */
final class TomcatCustomizer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  private final TomcatSessions sessions;

  TomcatCustomizer(TomcatSessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addContextCustomizers(sessions::installIn);
  }
}
