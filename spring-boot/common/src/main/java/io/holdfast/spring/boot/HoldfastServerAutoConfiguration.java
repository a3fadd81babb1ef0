package io.holdfast.spring.boot;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;

/**
 * Refuses a web server whose sessions would not be backed up; knows nothing of Tomcat's classes.
 */
@AutoConfiguration
@ConditionalOnSessions
@ConditionalOnClass(WebServerFactoryCustomizer.class)
public class HoldfastServerAutoConfiguration {

  /** Under which a starter registers what gives Tomcat its manager. */
  public static final String CUSTOMIZER = "holdfastTomcatCustomizer";

  private static final String SPRING_SESSION = "org.springframework.session.SessionRepository";

  /** Made by Spring. */
  HoldfastServerAutoConfiguration() {}

  @Bean
  SuitableServer holdfastSuitableServer(ConfigurableListableBeanFactory beanFactory) {
    return new SuitableServer(
        () -> beanFactory.containsBean(CUSTOMIZER), () -> hasSpringSession(beanFactory));
  }

  /** With the jar alone Spring Session does nothing; with a repository it takes all sessions. */
  private static boolean hasSpringSession(ConfigurableListableBeanFactory beanFactory) {
    ClassLoader loader = beanFactory.getBeanClassLoader();
    return ClassUtils.isPresent(SPRING_SESSION, loader)
        && beanFactory.getBeanNamesForType(
                    ClassUtils.resolveClassName(SPRING_SESSION, loader), true, false)
                .length
            > 0;
  }
}
