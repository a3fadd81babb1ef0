package io.holdfast.testkit.memcached;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Enables tests that need the memcached program if it is there, or if its absence must fail. */
final class RealMemcachedCondition implements ExecutionCondition {

  RealMemcachedCondition() {}

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return MemcachedProcess.isInstalled() || MemcachedNodes.isRealRequired()
        ? ConditionEvaluationResult.enabled("memcached is installed or required")
        : ConditionEvaluationResult.disabled("there is no memcached on the PATH");
  }
}
