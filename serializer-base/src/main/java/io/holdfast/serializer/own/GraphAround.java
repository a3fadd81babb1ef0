package io.holdfast.serializer.own;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.objects.SharedKinds;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The graph around the streams that JDK serialization writes of some of its objects. It shows
 * classes, whose objects then write themselves into the graph, as something in them leads back to
 * them; and single objects, which no stream hides any more, as each would become two.
 *
 * <p>What a graph has to show turns up only while it is written, which then starts again. Several
 * graphs may be written one after the other, and are written again together. For one thread.
 */
public final class GraphAround {

  /** So many are enough, as each goes twice as far as the one before, unless it ends the graph. */
  private static final int MOST_ROUNDS = 64;

  /** How many objects are written, at least, to find more of them at once. */
  private static final int OBJECTS_ON = 1_000;

  /** What is written for objects. Each is asked once, so that it stays one with its stand-in. */
  private @Nullable IdentityHashMap<Object, Object> standIns;

  /** What each graph shows, by its root; hardly any shows anything. */
  private @Nullable IdentityHashMap<Object, Set<Object>> byRoot;

  private @Nullable IdentityHashMap<Object, Hidden> hidden;
  private @Nullable Set<Object> holdingNone;
  private boolean isFound;
  private boolean isObjectFound;
  private int roundsForObjects;

  @SuppressWarnings("NullAway") // set by start, before anything else is asked
  private Object root;

  @SuppressWarnings("NullAway") // the same
  private ObjectNumbers written;

  /** What the graph shows that is written now. */
  private Set<Object> shown = Set.of();

  private int last;

  /**
   * An object in a stream.
   *
   * @param root of the graph with the stream
   * @param what of that graph would show the object
   * @param owner whose stream it is
   */
  private record Hidden(Object root, Object what, Object owner) {}

  private GraphAround() {}

  /**
   * Writes graphs, again as long as something was found.
   *
   * @param writing writes each graph after its {@link #start}
   * @return what it returns
   */
  public static <T extends @Nullable Object> T write(Function<GraphAround, T> writing) {
    GraphAround around = new GraphAround();
    while (true) {
      around.roundsForObjects += around.isObjectFound ? 1 : 0;
      around.isFound = false;
      around.isObjectFound = false;
      around.hidden = null;
      try {
        T result = writing.apply(around);
        if (!around.isFound) {
          return result;
        }
      } catch (RuntimeException e) {
        if (!around.isFound) {
          throw e;
        }
      }
    }
  }

  /**
   * Starts a graph.
   *
   * @param newRoot its root
   * @param numbers number its objects
   */
  public void start(Object newRoot, ObjectNumbers numbers) {
    root = newRoot;
    written = numbers;
    Set<Object> known = byRoot == null ? null : byRoot.get(newRoot);
    shown = known == null ? Set.of() : known;
    last = Integer.MAX_VALUE;
  }

  /** The next graph of this round is as if it were the only one. */
  public void forgetHidden() {
    hidden = null;
  }

  /** Returns whether something was found in this round: there will be another one. */
  public boolean isFound() {
    return isFound;
  }

  /** Returns whether the graph shows the objects of a class, or an object. */
  public boolean shows(Object what) {
    return !shown.isEmpty() && shown.contains(what);
  }

  /**
   * Has the graph written again so that it shows the objects of a class, or an object.
   *
   * @throws TranscoderException if that never ends, as each time another object turns up
   */
  public void show(Object what) {
    show(root, what);
  }

  private void show(Object graph, Object what) {
    IdentityHashMap<Object, Set<Object>> all = byRoot;
    if (all == null) {
      all = new IdentityHashMap<>();
      byRoot = all;
    }
    Set<Object> known = all.computeIfAbsent(graph, any -> newIdentitySet());
    if (known.contains(what)) {
      return;
    }
    boolean isObject = !(what instanceof Class);
    if (roundsForObjects > MOST_ROUNDS && isObject) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s cannot be written: JDK serialization is given another object each time it asks"
              .formatted(what.getClass().getName()));
    }
    known.add(what);
    isFound = true;
    isObjectFound |= isObject;
    if (graph == root) {
      shown = known;
      last = Math.min(last, 2 * written.size() + OBJECTS_ON);
    }
  }

  private static Set<Object> newIdentitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /**
   * Notes that the graph has one object more.
   *
   * @throws TranscoderException if the graph will be written again, and enough was found for that
   */
  public void goOn() {
    if (written.size() > last) {
      throw new TranscoderException(Reason.UNWRITABLE, "a graph is written again");
    }
  }

  /** Shows an object of the graph if a stream hides it. */
  public void reveal(Object object) {
    Hidden found = hidden == null ? null : hidden.get(object);
    if (found != null) {
      show(found.root, found.what);
    }
  }

  /**
   * What is written for an object by its {@code writeReplace}: the object itself if it has none.
   *
   * @throws TranscoderException if one names another, and so on without end
   */
  public Object standInOf(Object object) {
    if (!StandIns.areMadeBy(object.getClass())) {
      return object;
    }
    IdentityHashMap<Object, Object> all = standIns;
    if (all == null) {
      all = new IdentityHashMap<>();
      standIns = all;
    }
    Object known = all.get(object);
    if (known == null) {
      known = StandIns.ask(object);
      all.put(object, known);
    }
    return known;
  }

  /** What to hand to JDK serialization for an object, so that it is not asked once more. */
  public Object toWrite(Object object) {
    Object standIn = standInOf(object);
    return StandIns.isWrittenAsItIs(standIn) ? object : standIn;
  }

  /** Arrays and collections that hold no objects for which others are written. */
  public Set<Object> holdingNone() {
    Set<Object> current = holdingNone;
    if (current == null) {
      current = newIdentitySet();
      holdingNone = current;
    }
    return current;
  }

  /**
   * What is written for an object: what its {@code writeReplace} gives if that is in the graph,
   * too, or can be; else the object, whose stream then hides it. JDK serialization does the same.
   *
   * @param isApart tells whether objects of a class have a stream of their own
   * @throws TranscoderException if a {@code writeReplace} names another one with a {@code
   *     writeReplace}
   */
  public Object replaced(Object object, Predicate<Class<?>> isApart) {
    reveal(object);
    Object other = standInOf(object);
    if (other == object) {
      return object;
    }
    Class<?> type = object.getClass();
    if (isApart.test(other.getClass()) && !shows(type) && !written.isKnown(other)) {
      hide(other, type, object);
      return object;
    }
    if (StandIns.isWrittenAsItIs(other)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s cannot be written: its writeReplace names another one of a class with a writeReplace"
              .formatted(type.getName()));
    }
    return other;
  }

  /**
   * Notes that the stream of an object hides a part of it.
   *
   * @param owner the object
   */
  public void hidePart(Object part, Object owner) {
    if (written.isShared()) {
      return; // nothing of this is of use any more
    }
    Object what =
        OwnForm.fits(owner.getClass()) && !SharedKinds.areBelongings(part.getClass())
            ? owner.getClass()
            : part;
    if (written.isKnown(part) || written.isKnown(standInOf(part))) {
      show(what);
    } else {
      hide(part, what, owner);
    }
  }

  private void hide(Object part, Object what, Object owner) {
    IdentityHashMap<Object, Hidden> all = hidden;
    if (all == null) {
      all = new IdentityHashMap<>();
      hidden = all;
    }
    Hidden before = all.putIfAbsent(part, new Hidden(root, what, owner));
    if (before != null && before.owner != owner) {
      show(before.root, before.what);
      show(what);
    }
  }
}
