package io.holdfast.spring.boot;

import io.holdfast.core.metrics.BuildVersion;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * The endpoint that drains a program, and the version in {@code info}, where there is an actuator.
 */
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

  @Bean
  InfoContributor holdfastInfo() {
    return info -> info.withDetail("holdfast", Map.of("version", BuildVersion.current()));
  }
}
