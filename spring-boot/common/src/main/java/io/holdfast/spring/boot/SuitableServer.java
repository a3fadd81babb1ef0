package io.holdfast.spring.boot;

import java.util.function.BooleanSupplier;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Stops the start of a program whose sessions would not be backed up, because its web server is not
 * Tomcat, the starter is that of another line of Spring Boot, or Spring Session keeps them.
 */
final class SuitableServer implements WebServerFactoryCustomizer<WebServerFactory> {

  /** The class has this name in all lines, in different packages. */
  private static final String TOMCAT = "TomcatServletWebServerFactory";

  private final BooleanSupplier hasStarter;
  private final BooleanSupplier hasSpringSession;

  /**
   * Looks when a web server is made.
   *
   * @param hasStarter whether a starter of this line of Spring Boot is there
   * @param hasSpringSession whether Spring Session takes the place of the server's sessions
   */
  SuitableServer(BooleanSupplier hasStarter, BooleanSupplier hasSpringSession) {
    this.hasStarter = hasStarter;
    this.hasSpringSession = hasSpringSession;
  }

  @Override
  public void customize(WebServerFactory factory) {
    if (!isTomcat(factory.getClass())) {
      throw new UnsuitableServerException(
          "Holdfast keeps the sessions of Tomcat, and the web server of this application is made"
              + " by "
              + factory.getClass().getSimpleName()
              + ".",
          "Use Spring Boot's Tomcat starter in place of the one for Jetty or Undertow; or take"
              + " Holdfast's starter away, or set holdfast.enabled=false: then this server keeps"
              + " its sessions by itself.");
    }
    if (!hasStarter.getAsBoolean()) {
      throw new UnsuitableServerException(
          "Holdfast's starter on the class path is not the one for Spring Boot %s."
              .formatted(SpringBootVersion.getVersion()),
          "Use holdfast-spring-boot4-starter with Spring Boot 4, and holdfast-spring-boot3-starter"
              + " with Spring Boot 3.5.");
    }
    if (hasSpringSession.getAsBoolean()) {
      throw new UnsuitableServerException(
          "Spring Session keeps the sessions of this application, so Holdfast would back up none of"
              + " them.",
          "Take Spring Session away: its dependency, and annotations such as"
              + " @EnableRedisHttpSession. Or take Holdfast's starter away, or set"
              + " holdfast.enabled=false: then Spring Session keeps them alone.");
    }
  }

  private static boolean isTomcat(Class<?> factory) {
    for (Class<?> type = factory; type != null; type = type.getSuperclass()) {
      if (type.getSimpleName().equals(TOMCAT)) {
        return true;
      }
    }
    return false;
  }
}
