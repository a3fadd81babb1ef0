package io.holdfast.spring.boot;

import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Sessions of an embedded Tomcat that survive. */
@AutoConfiguration
@ConditionalOnSessions
@ConditionalOnClass(name = "org.apache.catalina.startup.Tomcat")
public class HoldfastAutoConfiguration {

  private static final int ROUTE_LENGTH = 8;

  /** Made by Spring. */
  HoldfastAutoConfiguration() {}

  @Bean(StartFailures.BEAN)
  TomcatSessions holdfastSessions(
      Environment environment, ConfigurableListableBeanFactory beanFactory) {
    List<String> packages =
        AutoConfigurationPackages.has(beanFactory)
            ? AutoConfigurationPackages.get(beanFactory)
            : List.of();
    return new TomcatSessions(
        new HoldfastProperties(environment),
        ProgramClasses.entries(packages, beanFactory.getBeanClassLoader()),
        () -> UUID.randomUUID().toString().substring(0, ROUTE_LENGTH),
        failure -> StartFailures.note(failure, beanFactory));
  }

  @Bean
  @ConditionalOnProperty(name = "server.shutdown", havingValue = "graceful", matchIfMissing = true)
  BackupsFirst holdfastBackupsFirst(TomcatSessions sessions) {
    return new BackupsFirst(sessions);
  }
}
