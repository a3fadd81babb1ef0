package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Reading;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the manager of a context has counted in a Tomcat, at one time. */
final class Numbers {

  private final TomcatProcess tomcat;
  private final String context;
  private final Map<String, Long> numbers;

  private Numbers(TomcatProcess tomcat, String context, Map<String, Long> numbers) {
    this.tomcat = tomcat;
    this.context = context;
    this.numbers = numbers;
  }

  static Numbers of(TomcatProcess tomcat, String context) {
    try (ManagerBean bean = ManagerBean.of(tomcat, context)) {
      List<String> names = Reading.all().stream().map(Reading::name).toList();
      return new Numbers(tomcat, context, bean.counts(names));
    }
  }

  long get(String name) {
    return Objects.requireNonNull(numbers.get(name), name);
  }

  /** Each value that any of them has, but this one. */
  List<Long> distinctBut(String other) {
    return numbers.entrySet().stream()
        .filter(number -> !number.getKey().equals(other))
        .map(Map.Entry::getValue)
        .distinct()
        .toList();
  }

  /** By how much these have grown since. */
  List<Long> growth(String... names) {
    Numbers now = of(tomcat, context);
    return Arrays.stream(names).map(name -> now.get(name) - get(name)).toList();
  }

  /** These have grown since, by whatever. */
  void assertMoved(String... names) {
    List<Long> growth = growth(names);
    assertTrue(
        growth.stream().allMatch(n -> n > 0), () -> Arrays.toString(names) + " by " + growth);
  }

  @Override
  public String toString() {
    return context + " " + numbers;
  }
}
