package io.holdfast.sessions.explore;

import io.holdfast.core.storage.FaultyStore;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several parties; each does its steps one after the other. A step is done to its end, or the next
 * step of another party is done within it: just before one of its first operations on the nodes.
 */
public abstract class InterleavedPlay implements Play {

  private final List<Deque<Step>> parties = new ArrayList<>();
  private final int operations;
  private final StringBuilder history = new StringBuilder();
  private List<Choice> possible = List.of();

  /** How many operations are left until the step within is done; 0 if there is none. */
  private int untilWithin;

  private Runnable within = () -> {};

  /** What was broken by a step within another one. */
  private @Nullable BrokenInvariant broken;

  /**
   * One step of a party.
   *
   * @param text says which, for people
   * @param isWhole whether nothing is done within it
   */
  public record Step(String text, Runnable action, boolean isWhole) {}

  /**
   * What can be done next.
   *
   * @param party whose step
   * @param other whose step is done within that
   * @param operation before which of its operations; 0 if none is
   */
  private record Choice(int party, int other, int operation) {}

  /**
   * A play in which nothing can be done before {@link #begin}.
   *
   * @param operations how many of a step's operations another step may come before
   */
  protected InterleavedPlay(Nodes nodes, int operations) {
    this.operations = operations;
    for (FaultyStore node : nodes.stores().values()) {
      node.onLoad(this::beforeOperation);
      node.onStore(this::beforeOperation);
    }
  }

  /** These are the parties, each with its steps. */
  protected final void begin(List<List<Step>> steps) {
    steps.forEach(each -> parties.add(new ArrayDeque<>(each)));
    possible = choicesNow();
  }

  /** What was done so far. */
  protected final String history() {
    return history.toString();
  }

  private void beforeOperation() {
    if (untilWithin > 0 && --untilWithin == 0) {
      within.run();
    }
  }

  @Override
  public final int choices() {
    return possible.size();
  }

  private List<Choice> choicesNow() {
    List<Choice> choices = new ArrayList<>();
    for (int party = 0; party < parties.size(); party++) {
      if (parties.get(party).isEmpty()) {
        continue;
      }
      choices.add(new Choice(party, party, 0));
      if (parties.get(party).getFirst().isWhole) {
        continue;
      }
      for (int other = 0; other < parties.size(); other++) {
        if (other != party && !parties.get(other).isEmpty()) {
          for (int operation = 1; operation <= operations; operation++) {
            choices.add(new Choice(party, other, operation));
          }
        }
      }
    }
    return choices;
  }

  @Override
  public final void choose(int choice) {
    Choice next = possible.get(choice);
    untilWithin = next.operation;
    within = () -> performWithin(next);
    perform(next.party, "");
    untilWithin = 0;
    if (broken != null) {
      throw broken;
    }
    possible = choicesNow();
  }

  /** What is broken must not look like a node that failed. */
  private void performWithin(Choice next) {
    try {
      perform(next.other, " (before operation " + next.operation + ")");
    } catch (BrokenInvariant e) {
      broken = e;
    }
  }

  private void perform(int party, String when) {
    Step step = parties.get(party).removeFirst();
    history.append(step.text).append(when).append("; ");
    step.action.run();
  }

  /** No moment equals another, unless a step within another one was not reached. */
  @Override
  public final long fingerprint() {
    return Digest.of(history.toString());
  }
}
