package io.holdfast.serializer.own;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.objects.SharedKinds;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The graph around the streams that JDK serialization writes of some of its objects. It shows
 * classes, whose objects then write themselves into the graph, as something in them leads back to
 * them; and single objects, which no stream hides any more, as each would become two. For one
 * thread.
 */
public final class GraphAround {

  /** So many are enough, as each goes twice as far as the one before, unless it ends the graph. */
  private static final int MOST_ROUNDS = 64;

  /** How many objects are written, at least, to find more of them at once. */
  private static final int OBJECTS_ON = 1_000;

  private final WaysBack ways;
  private final Object root;
  private final ObjectNumbers written;
  private Set<Object> shown;
  private int last = Integer.MAX_VALUE;

  /**
   * An object in a stream.
   *
   * @param what of the graph would show the object
   * @param owner whose stream it is
   */
  record Hidden(GraphAround graph, Object what, Object owner) {

    void show() {
      graph.show(what);
    }
  }

  GraphAround(WaysBack ways, Object root, ObjectNumbers written) {
    this.ways = ways;
    this.root = root;
    this.written = written;
    this.shown = ways.shown(root);
  }

  /** Returns whether it is a single object that is shown. */
  static boolean isObject(Object what) {
    return !(what instanceof Class);
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
    if (shows(what)) {
      return;
    }
    if (ways.roundsForObjects() > MOST_ROUNDS && isObject(what)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s cannot be written: JDK serialization is given another object each time it asks"
              .formatted(what.getClass().getName()));
    }
    shown = ways.show(root, what);
    last = Math.min(last, 2 * written.size() + OBJECTS_ON);
  }

  /**
   * Notes that there is one object more.
   *
   * @throws TranscoderException if the graph will be written again, and enough was found for that
   */
  public void goOn() {
    if (written.size() > last) {
      throw new TranscoderException(Reason.UNWRITABLE, "a graph is written again");
    }
  }

  /** What is written for an object, see {@link StandIns#of}. */
  public Object standInOf(Object object) {
    return ways.standIns().of(object);
  }

  /** What to hand to JDK serialization for an object, so that it is not asked once more. */
  public Object toWrite(Object object) {
    Object standIn = ways.standIns().of(object);
    return StandIns.isWrittenAsItIs(standIn) ? object : standIn;
  }

  /** Arrays and collections that hold no objects for which others are written. */
  public Set<Object> holdingNone() {
    return ways.holdingNone();
  }

  /**
   * What is written for an object: what its {@code writeReplace} gives if that is in the graph, too,
   * or can be; else the object, whose stream then hides it. JDK serialization does the same.
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
    if (written.isKnown(part) || written.isKnown(ways.standIns().of(part))) {
      show(what);
    } else {
      hide(part, what, owner);
    }
  }

  private void hide(Object part, Object what, Object owner) {
    Hidden before = ways.hidden(part);
    if (before == null) {
      ways.hide(part, new Hidden(this, what, owner));
    } else if (before.owner != owner) {
      before.show();
      show(what);
    }
  }

  /** Shows an object of the graph if a stream hides it. */
  public void reveal(Object object) {
    Hidden found = ways.hidden(object);
    if (found != null) {
      found.show();
    }
  }
}
