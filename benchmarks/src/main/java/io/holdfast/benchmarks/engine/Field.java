package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Turn;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * The contenders, which run side by side.
 *
 * @param <D> what each of them runs as; closed with this where it can be
 */
public final class Field<D> implements Closeable {

  private static final int LONGEST_REASON = 160;

  private final Run run;
  private final boolean goesOn;
  private final Map<String, D> running = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  private Field(Run run, boolean goesOn) {
    this.run = run;
    this.goesOn = goesOn;
  }

  /** What is done with one contender that runs. */
  @FunctionalInterface
  public interface Visit<D> {

    /** Does it. */
    void to(String title, D contender) throws Exception;
  }

  /**
   * Starts contenders, by their titles; what was started of one that fails is to be ended by it.
   * The first failure of any kind ends the run.
   */
  public static <D> Field<D> of(Run run, Map<String, ? extends Callable<? extends D>> contenders)
      throws Exception {
    return new Field<D>(run, false).start(contenders);
  }

  /** Starts contenders, lets all do the same in turn, and ends them. */
  public static <D, S> Figures measure(
      Run run, Map<String, Callable<D>> contenders, Scenario<D, S> scenario) throws Exception {
    try (Field<D> field = of(run, contenders)) {
      return field.measure(scenario);
    }
  }

  /** The same as {@link #of}, but what one of them cannot do is noted, and the others go on. */
  public static <D> Field<D> goingOn(
      Run run, Map<String, ? extends Callable<? extends D>> contenders) throws Exception {
    return new Field<D>(run, true).start(contenders);
  }

  private Field<D> start(Map<String, ? extends Callable<? extends D>> contenders) throws Exception {
    try {
      for (Map.Entry<String, ? extends Callable<? extends D>> one : contenders.entrySet()) {
        attempt(one.getKey(), () -> running.put(one.getKey(), one.getValue().call()));
      }
      run.say("started: " + String.join(", ", running.keySet()));
      return this;
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /** Lets all do the same in turn. */
  public <S> Figures measure(Scenario<? super D, S> scenario) throws Exception {
    Figures figures = new Figures();
    List<String> order = new ArrayList<>(running.keySet());
    int steps = (scenario.warmUps() + scenario.rounds()) * scenario.subjects().size();
    int step = 0;
    for (int round = 1 - scenario.warmUps(); round <= scenario.rounds(); round++) {
      for (S subject : scenario.subjects()) {
        run.say(
            "%d of %d, %s, %s, %s"
                .formatted(
                    ++step,
                    steps,
                    scenario.name(),
                    round < 1 ? "warming up" : "round " + round,
                    subject));
        for (String title : order) {
          turn(scenario, title, subject, round, figures);
        }
      }
      Collections.reverse(order);
    }
    return figures;
  }

  private <S> void turn(
      Scenario<? super D, S> scenario, String title, S subject, int round, Figures into)
      throws Exception {
    String what = "%s, %s, %s".formatted(title, scenario.name(), subject);
    if (failures.containsKey(what)) {
      return;
    }
    attempt(
        what,
        () -> {
          Map<String, Turn> seen = scenario.request().perform(get(title), subject, round);
          if (!seen.isEmpty()) {
            run.say("  %s: %s".formatted(title, describe(seen)));
          }
          if (round > 0) {
            seen.forEach((subjectTitle, turn) -> into.add(title, subjectTitle, turn));
          }
        });
  }

  private static String describe(Map<String, Turn> seen) {
    return seen.values().stream()
        .map(
            turn ->
                Double.isNaN(turn.cpuMicros())
                    ? "%,.0f/s".formatted(turn.rate())
                    : "%,.0f/s, %.1f µs".formatted(turn.rate(), turn.cpuMicros()))
        .collect(Collectors.joining("; "));
  }

  /** Does something with each that runs, one after the other. */
  public void each(String name, Visit<? super D> visit) throws Exception {
    for (Map.Entry<String, D> one : running.entrySet()) {
      attempt(one.getKey() + ", " + name, () -> visit.to(one.getKey(), one.getValue()));
    }
  }

  private interface Step {
    void take() throws Exception;
  }

  private void attempt(String what, Step step) throws Exception {
    try {
      step.take();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (!goesOn) {
        throw e;
      }
      String said = Objects.requireNonNullElse(e.getMessage(), e.toString());
      String message = said.lines().findFirst().orElse("");
      String reason = message.substring(0, Math.min(message.length(), LONGEST_REASON));
      failures.putIfAbsent(what, reason);
      run.say("%s failed: %s".formatted(what, reason));
    }
  }

  /** One that runs. */
  public D get(String title) {
    D found = running.get(title);
    if (found == null) {
      throw new IllegalArgumentException("It does not run: " + title);
    }
    return found;
  }

  /** What could not be done, with the reason. */
  public Map<String, String> failures() {
    return failures;
  }

  @Override
  public void close() throws IOException {
    List<D> all = new ArrayList<>(running.values());
    running.clear();
    IOException failure = null;
    for (D one : all) {
      try {
        if (one instanceof Closeable closeable) {
          closeable.close();
        }
      } catch (IOException | RuntimeException e) {
        failure = new IOException("One contender cannot be ended", e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
