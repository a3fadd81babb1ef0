package io.holdfast.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells an operator in two sentences that the web server is not one for Holdfast. */
final class UnsuitableServerFailureAnalyzer
    extends AbstractFailureAnalyzer<UnsuitableServerException> {

  /** Made by Spring Boot. */
  UnsuitableServerFailureAnalyzer() {}

  @Override
  protected FailureAnalysis analyze(Throwable failure, UnsuitableServerException cause) {
    return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
  }
}
