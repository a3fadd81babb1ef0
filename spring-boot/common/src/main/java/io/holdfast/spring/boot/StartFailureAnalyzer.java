package io.holdfast.spring.boot;

import io.holdfast.core.config.ConfigurationException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.core.env.Environment;

/**
 * Tells an operator what has kept Tomcat from starting where only the start could tell, such as a
 * serializer whose jar is missing, or a file that others may read.
 */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<WebServerException> {

  private final BeanFactory beanFactory;
  private final Environment environment;

  /** Made by Spring Boot. */
  StartFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
    this.beanFactory = beanFactory;
    this.environment = environment;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable failure, WebServerException cause) {
    Throwable reason = StartFailures.noted(beanFactory);
    if (reason == null) {
      return null;
    }
    return reason instanceof ConfigurationException wrong
        ? new ConfigurationFailureAnalyzer(environment).analyze(wrong)
        : new FailureAnalysis(
            "Sessions cannot be backed up: " + reason,
            "Correct what it names; with holdfast.enabled=false sessions are kept in this process"
                + " only.",
            reason);
  }
}
