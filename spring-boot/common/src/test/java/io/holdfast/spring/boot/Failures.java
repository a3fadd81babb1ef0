package io.holdfast.spring.boot;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Keeps what Spring Boot has to say of starts that failed. */
final class Failures implements FailureAnalysisReporter {

  private static final Queue<FailureAnalysis> SAID = new ConcurrentLinkedQueue<>();

  /** Made by Spring Boot. */
  Failures() {}

  @Override
  public void report(FailureAnalysis analysis) {
    SAID.add(analysis);
  }

  /** The description of the oldest that was not asked for yet; empty if there is none. */
  static String next() {
    FailureAnalysis analysis = SAID.poll();
    return analysis == null ? "" : analysis.getDescription();
  }
}
