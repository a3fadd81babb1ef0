package io.holdfast.spring.boot4;

import io.holdfast.spring.boot.ConditionalOnSessions;
import io.holdfast.spring.boot.HoldfastAutoConfiguration;
import io.holdfast.spring.boot.HoldfastServerAutoConfiguration;
import io.holdfast.spring.boot.TomcatSessions;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.context.annotation.Bean;

/** The way to the Tomcat of Spring Boot 4. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnSessions
@ConditionalOnClass(TomcatServletWebServerFactory.class)
@ConditionalOnBean(TomcatSessions.class)
public class HoldfastTomcatAutoConfiguration {

  /** Made by Spring. */
  HoldfastTomcatAutoConfiguration() {}

  @Bean(HoldfastServerAutoConfiguration.CUSTOMIZER)
  TomcatCustomizer customizer(TomcatSessions sessions) {
    return new TomcatCustomizer(sessions);
  }
}
