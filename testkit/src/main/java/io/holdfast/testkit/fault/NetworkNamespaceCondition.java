package io.holdfast.testkit.fault;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Makes a namespace to find out: root of a container may not be allowed to. */
final class NetworkNamespaceCondition implements ExecutionCondition {

  NetworkNamespaceCondition() {}

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    try (NetworkNamespace trial = NetworkNamespace.open()) {
      return ConditionEvaluationResult.enabled("made one for trial, with " + trial.address());
    } catch (IllegalStateException e) {
      return ConditionEvaluationResult.disabled(
          "network namespaces need Linux, root and the program ip: " + e.getMessage());
    }
  }
}
