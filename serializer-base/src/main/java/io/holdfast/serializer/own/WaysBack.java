package io.holdfast.serializer.own;

import io.holdfast.serializer.objects.ObjectNumbers;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes graphs until each {@link GraphAround} shows all that it has to: that turns up only while
 * they are written, which then starts again. For one thread.
 */
public final class WaysBack {

  private @Nullable StandIns standIns;

  /** What each graph shows, by its root; hardly any shows anything. */
  private @Nullable IdentityHashMap<Object, Set<Object>> byRoot;

  private @Nullable IdentityHashMap<Object, GraphAround.Hidden> hidden;
  private @Nullable Set<Object> holdingNone;

  private boolean isFound;
  private boolean isObjectFound;
  private int roundsForObjects;

  private WaysBack() {}

  /**
   * Writes graphs, again as long as something was found.
   *
   * @param writing writes each graph with what {@link #in} gives for it
   * @return what it returns
   */
  public static <T extends @Nullable Object> T write(Function<WaysBack, T> writing) {
    WaysBack ways = new WaysBack();
    while (true) {
      ways.startRound();
      try {
        T written = writing.apply(ways);
        if (!ways.isFound) {
          return written;
        }
      } catch (RuntimeException e) {
        if (!ways.isFound) {
          throw e;
        }
      }
    }
  }

  private void startRound() {
    roundsForObjects += isObjectFound ? 1 : 0;
    isFound = false;
    isObjectFound = false;
    hidden = null;
  }

  /** The next graph of this round is as if it were the only one. */
  public void forgetHidden() {
    hidden = null;
  }

  /** Returns whether something was found in this round: there will be another one. */
  public boolean isFound() {
    return isFound;
  }

  /**
   * What is known of the graph of a root.
   *
   * @param written numbers its objects
   */
  public GraphAround in(Object root, ObjectNumbers written) {
    return new GraphAround(this, root, written);
  }

  StandIns standIns() {
    if (standIns == null) {
      standIns = new StandIns();
    }
    return standIns;
  }

  /** What the graph of a root shows. */
  Set<Object> shown(Object root) {
    Set<Object> shown = byRoot == null ? null : byRoot.get(root);
    return shown == null ? Set.of() : shown;
  }

  /** From now on the graph of a root shows something; returns all that it shows. */
  Set<Object> show(Object root, Object what) {
    if (byRoot == null) {
      byRoot = new IdentityHashMap<>();
    }
    Set<Object> shown = byRoot.computeIfAbsent(root, any -> newIdentitySet());
    shown.add(what);
    isFound = true;
    isObjectFound |= GraphAround.isObject(what);
    return shown;
  }

  private static Set<Object> newIdentitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /** How often the graphs were written again for single objects. */
  int roundsForObjects() {
    return roundsForObjects;
  }

  /** Returns whether a stream hides anything in this round. */
  public boolean hidesAny() {
    return hidden != null;
  }

  /** What the stream of another object hides in this round; null if it is none. */
  GraphAround.@Nullable Hidden hidden(Object part) {
    return hidden == null ? null : hidden.get(part);
  }

  /** Notes that a stream hides an object in this round. */
  void hide(Object part, GraphAround.Hidden how) {
    if (hidden == null) {
      hidden = new IdentityHashMap<>();
    }
    hidden.put(part, how);
  }

  /** Arrays and collections that hold no objects for which others are written. */
  Set<Object> holdingNone() {
    if (holdingNone == null) {
      holdingNone = newIdentitySet();
    }
    return holdingNone;
  }
}
