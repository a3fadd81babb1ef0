package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Reading;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the manager of a context has counted in a Tomcat, at one time. */
final class Numbers {

  private final TomcatProcess tomcat;
  private final String context;
  private final Map<String, Long> numbers = new HashMap<>();

  private Numbers(TomcatProcess tomcat, String context) {
    this.tomcat = tomcat;
    this.context = context;
    try (ManagerBean bean = ManagerBean.of(tomcat, context)) {
      Reading.all().forEach(reading -> numbers.put(reading.name(), bean.count(reading.name())));
    }
  }

  static Numbers of(TomcatProcess tomcat, String context) {
    return new Numbers(tomcat, context);
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
