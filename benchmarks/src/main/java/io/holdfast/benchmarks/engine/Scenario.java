package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Turn;
import java.util.List;
import java.util.Map;

/**
 * What contenders do in turn, so that whatever else the machine does meets all of them: one subject
 * after the other, on each all contenders, every second round in the other order.
 *
 * @param name stands before each line on the screen
 * @param subjects what they are asked for
 * @param warmUps rounds that do not count
 * @param rounds that count
 * @param request one turn of one contender on one subject
 * @param <D> what a contender runs as
 * @param <S> what it is asked for
 */
public record Scenario<D, S>(
    String name, List<S> subjects, int warmUps, int rounds, Request<D, S> request) {

  /** Copies the list. */
  public Scenario {
    subjects = List.copyOf(subjects);
  }

  /** One turn. */
  @FunctionalInterface
  public interface Request<D, S> {

    /**
     * Takes the turn.
     *
     * @param round from 1 on; 0 or less while warming up
     * @return what was seen, by the title of the subject; empty if this contender is left out
     */
    Map<String, Turn> perform(D contender, S subject, int round) throws Exception;
  }
}
