package io.holdfast.dist;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Decides about {@link OnLines}; the name of the outermost class says which line it is. */
final class OnLinesCondition implements ExecutionCondition {

  private static final String PROPERTY = "holdfast.lines";
  private static final Pattern SUITE = Pattern.compile("Tomcat(\\d+)\\w+IT");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), OnLines.class)
        .map(lines -> decide(lines, line(context)))
        .orElseGet(() -> ConditionEvaluationResult.enabled("on all lines"));
  }

  private static ConditionEvaluationResult decide(OnLines lines, int line) {
    if ((!lines.only() && "all".equals(System.getProperty(PROPERTY)))
        || IntStream.of(lines.value()).anyMatch(named -> named == line)) {
      return ConditionEvaluationResult.enabled("on line " + line);
    }
    return ConditionEvaluationResult.disabled("on another line, or with -D" + PROPERTY + "=all");
  }

  private static int line(ExtensionContext context) {
    return Stream.iterate(
            context, c -> c.getTestClass().isPresent(), c -> c.getParent().orElse(c.getRoot()))
        .flatMapToInt(c -> line(c.getRequiredTestClass()).stream())
        .findFirst()
        .orElseThrow();
  }

  /** The line that the name of a class has. */
  static OptionalInt line(Class<?> suite) {
    Matcher name = SUITE.matcher(suite.getSimpleName());
    return name.matches() ? OptionalInt.of(Integer.parseInt(name.group(1))) : OptionalInt.empty();
  }
}
