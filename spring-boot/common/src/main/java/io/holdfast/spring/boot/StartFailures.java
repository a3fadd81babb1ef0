package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Keeps why a manager could not start until Spring Boot asks. By then all beans are destroyed, but
 * not their definitions.
 */
final class StartFailures {

  /** The bean of {@link TomcatSessions}. */
  static final String BEAN = "holdfastSessions";

  private static final String ATTRIBUTE = StartFailures.class.getName();

  private StartFailures() {}

  static void note(Throwable failure, ConfigurableListableBeanFactory beanFactory) {
    beanFactory.getBeanDefinition(BEAN).setAttribute(ATTRIBUTE, failure);
  }

  /** The failure; null if none is noted. */
  static @Nullable Throwable noted(BeanFactory beanFactory) {
    return beanFactory instanceof ConfigurableListableBeanFactory beans
            && beans.containsBeanDefinition(BEAN)
            && beans.getBeanDefinition(BEAN).getAttribute(ATTRIBUTE) instanceof Throwable failure
        ? failure
        : null;
  }
}
