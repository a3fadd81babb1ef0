package io.holdfast.spring.boot;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The endpoint that drains a program, where it has an actuator. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnSessions
@ConditionalOnClass(Endpoint.class)
@ConditionalOnBean(TomcatSessions.class)
public class HoldfastDrainAutoConfiguration {

  /** Made by Spring. */
  HoldfastDrainAutoConfiguration() {}

  @Bean
  DrainEndpoint holdfastDrainEndpoint(TomcatSessions sessions) {
    return new DrainEndpoint(sessions);
  }
}
