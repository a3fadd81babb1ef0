package io.holdfast.testkit.valkey;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Enables tests that need the program if it is there, or if its absence must fail. */
final class ValkeyCondition implements ExecutionCondition {

  ValkeyCondition() {}

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return ValkeyProcess.isInstalled() || "true".equals(System.getenv("HOLDFAST_REQUIRE_VALKEY"))
        ? ConditionEvaluationResult.enabled("Valkey or Redis is installed or required")
        : ConditionEvaluationResult.disabled(
            "There is no valkey-server and no redis-server on the PATH; install redis-server");
  }
}
