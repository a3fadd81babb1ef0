package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.ServletContext;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;

/** An application in a Tomcat of its own, whose {@code context.xml} configures its sessions. */
final class WarDeploymentTest {

  /** What Spring Boot finds on the class path. */
  @Configuration(proxyBeanMethods = false)
  @Import({
    HoldfastAutoConfiguration.class,
    HoldfastMetersAutoConfiguration.class,
    HoldfastServerAutoConfiguration.class,
    HoldfastUsersAutoConfiguration.class
  })
  static class Program {}

  @Test
  void startersWhenAServletContainerHasStartedTheApplicationThenDoNothing() {
    try (AnnotationConfigWebApplicationContext context =
        new AnnotationConfigWebApplicationContext()) {
      context.setServletContext(servletContext());
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  "test", Map.of("holdfast.nodes", "wrong", "holdfast.sessions-by-user", "true")));
      context.register(Program.class);
      context.refresh();

      List<String> beans =
          Arrays.stream(context.getBeanDefinitionNames())
              .filter(name -> !name.endsWith("Program"))
              .filter(name -> name.contains("oldfast"))
              .toList();
      assertEquals(List.of(), beans);
    }
  }

  private static ServletContext servletContext() {
    return (ServletContext)
        Proxy.newProxyInstance(
            WarDeploymentTest.class.getClassLoader(),
            new Class<?>[] {ServletContext.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == arguments[0];
                  case "toString" -> "a servlet context";
                  default ->
                      method.getReturnType() == Enumeration.class
                          ? Collections.emptyEnumeration()
                          : null;
                });
  }
}
