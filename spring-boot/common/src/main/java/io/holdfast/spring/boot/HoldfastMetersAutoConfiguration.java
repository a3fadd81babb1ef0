package io.holdfast.spring.boot;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters, which Spring Boot binds to each registry of Micrometer that the program has. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnSessions
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(TomcatSessions.class)
public class HoldfastMetersAutoConfiguration {

  /** Made by Spring. */
  HoldfastMetersAutoConfiguration() {}

  @Bean
  HoldfastMeters holdfastMeters(TomcatSessions sessions) {
    return new HoldfastMeters(sessions);
  }
}
