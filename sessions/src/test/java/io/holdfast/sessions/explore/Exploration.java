package io.holdfast.sessions.explore;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an explorer saw.
 *
 * @param states different moments that were reached
 * @param steps from one moment to another
 * @param ends different moments at which nothing more could happen, all of them judged
 * @param schedules orders of events from the beginning to an end, rounded
 * @param isComplete whether all of them were tried: not if something was broken or the limit
 *     reached
 * @param broken what was broken; null if nothing was
 * @param choices that lead to what was broken; empty if nothing was
 */
public record Exploration(
    long states,
    long steps,
    long ends,
    double schedules,
    boolean isComplete,
    @Nullable String broken,
    List<Integer> choices) {

  public Exploration {
    choices = List.copyOf(choices);
  }

  @Override
  public String toString() {
    return "%,d states, %,d steps, %,d ends, %.1e schedules%s"
        .formatted(states, steps, ends, schedules, isComplete ? "" : ", not complete");
  }
}
