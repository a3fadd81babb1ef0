package io.holdfast.examples.boot;

import io.holdfast.tomcat.MemcachedSessionManager;
import java.time.Duration;
import org.apache.catalina.Engine;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Gives the embedded Tomcat a session manager that backs sessions up. */
@Component
class SessionsInMemcached implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  private final String nodes;
  private final String route;
  private final boolean sticky;

  SessionsInMemcached(
      @Value("${shop.memcached-nodes}") String nodes,
      @Value("${shop.route}") String route,
      @Value("${shop.sticky}") boolean sticky) {
    this.nodes = nodes;
    this.route = route;
    this.sticky = sticky;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addContextCustomizers(
        context -> {
          Engine engine = (Engine) context.getParent().getParent();
          engine.setJvmRoute(route);
          context.setManager(manager());
        });
  }

  private MemcachedSessionManager manager() {
    return MemcachedSessionManager.builder()
        .memcachedNodes(nodes)
        .sticky(sticky)
        .transcoderFactoryClass("kryo")
        .customConverter("io.holdfast.converters.SpringSecurity")
        .allowedClasses(
            "io.holdfast.examples.boot.*", // the application's own
            "org.springframework.security.core.AuthenticationException",
            "org.springframework.security.core.context.SecurityContextImpl",
            "org.springframework.security.core.userdetails.User",
            "org.springframework.security.core.authority.*",
            "org.springframework.security.authentication.*",
            "org.springframework.security.web.authentication.WebAuthenticationDetails",
            "org.springframework.security.web.csrf.DefaultCsrfToken",
            "org.springframework.security.web.savedrequest.*")
        .sessionBackupAsync(false)
        .sessionBackupTimeout(Duration.ofSeconds(2))
        .build();
  }
}
