package io.holdfast.spring.boot3;

import io.holdfast.spring.boot.ConditionalOnSessions;
import io.holdfast.spring.boot.HoldfastAutoConfiguration;
import io.holdfast.spring.boot.TomcatSessions;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The health check {@code holdfast} of Spring Boot 3.5. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnSessions
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnEnabledHealthIndicator("holdfast")
@ConditionalOnBean(TomcatSessions.class)
public class HoldfastHealthAutoConfiguration {

  /** Made by Spring. */
  HoldfastHealthAutoConfiguration() {}

  @Bean
  HoldfastHealthIndicator holdfastHealthIndicator(TomcatSessions sessions) {
    return new HoldfastHealthIndicator(sessions::health);
  }
}
