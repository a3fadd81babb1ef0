package io.holdfast.spring.boot;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Refuses a web server whose sessions would not be backed up; knows nothing of Tomcat's classes.
 */
@AutoConfiguration
@ConditionalOnSessions
@ConditionalOnClass(WebServerFactoryCustomizer.class)
public class HoldfastServerAutoConfiguration {

  /** Under which a starter registers what gives Tomcat its manager. */
  public static final String CUSTOMIZER = "holdfastTomcatCustomizer";

  /** Made by Spring. */
  HoldfastServerAutoConfiguration() {}

  @Bean
  SuitableServer holdfastSuitableServer(BeanFactory beanFactory) {
    return new SuitableServer(() -> beanFactory.containsBean(CUSTOMIZER));
  }
}
