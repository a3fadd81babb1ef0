package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.SharedKinds;
import io.holdfast.serializer.objects.Unchangeable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the stream of one object hides from the graph around it: locks, which belong to that object,
 * and objects that can change for which JDK serialization writes others, new ones each time. If the
 * graph has one elsewhere, too, it would become two: then the graph shows it. For one thread.
 */
public final class HiddenParts {

  /** The graph around the stream. */
  public interface Graph {

    /** Returns whether an object belongs into the graph, and not into the stream. */
    boolean shows(Object object);

    /**
     * Returns what is written for an object, the object itself if it names no other one.
     *
     * @throws TranscoderException if JDK serialization would never come to an end with it
     */
    Object standInOf(Object object);

    /**
     * Notes that the stream hides an object.
     *
     * @throws TranscoderException if it is elsewhere in the graph, too, which has to be written
     *     again
     */
    void hide(Object object);
  }

  /** A view that may become two: it never changes itself. */
  private static final String UNMODIFIABLE = "java.util.Collections$Unmodifiable";

  private final Object owner;
  private final Graph graph;
  private final ReplacedObjects replaced = new ReplacedObjects(this::hold);
  private final Set<Object> held = Collections.newSetFromMap(new IdentityHashMap<>(0));
  private boolean holdsShown;
  private final List<Object> found = new ArrayList<>(0);
  private final Set<Object> written = Collections.newSetFromMap(new IdentityHashMap<>(0));

  /**
   * Starts a stream.
   *
   * @param owner the object that is written
   */
  public HiddenParts(Object owner, Graph graph) {
    this.owner = owner;
    this.graph = graph;
    if (Unchangeable.isImmutableCollection(owner.getClass())) {
      replaced.lookAt(owner); // what the stream writes for it does not show its elements
    }
  }

  private void hold(Object object) {
    boolean isView = object.getClass().getName().startsWith(UNMODIFIABLE);
    if (!isView && held.add(object)) {
      Object unused = graph.standInOf(object); // which refuses those that name others for ever
      holdsShown |= graph.shows(object);
    }
  }

  private static boolean has(List<Object> some, Object one) {
    return some.stream().anyMatch(each -> each == one);
  }

  /** Notes an object in the stream. */
  public void written(Object object) {
    replaced.lookInto(object);
    if (!held.isEmpty()) {
      written.add(object);
    }
  }

  /** Notes an object that the stream leaves to the graph. */
  public void outside(Object object) {
    if (!held.isEmpty()) {
      written.add(object);
    }
  }

  /**
   * Returns whether an object that would be in the stream belongs into the graph: it is a lock or a
   * time zone that the graph has elsewhere, too.
   *
   * @throws TranscoderException if the graph has to be written again
   */
  public boolean isShown(Object object) {
    if (!SharedKinds.areBelongings(object.getClass())) {
      return false;
    }
    if (graph.shows(object)) {
      return true;
    }
    graph.hide(object);
    return false;
  }

  /**
   * Returns the object of the graph for which JDK serialization is about to write another one, if
   * the graph has it elsewhere, too; null if there is none.
   */
  public @Nullable Object original(Object standIn) {
    if (!holdsShown) {
      return null;
    }
    List<Object> candidates = held.stream().filter(each -> isFor(each, standIn)).toList();
    if (candidates.size() != 1 || !graph.shows(candidates.get(0))) {
      return null;
    }
    found.add(candidates.get(0));
    return candidates.get(0);
  }

  private boolean isFor(Object object, Object standIn) {
    Object known = graph.standInOf(object);
    return known == object
        ? standIn.getClass() != object.getClass()
            && standIn.getClass().getNestHost().isInstance(object)
        : known != standIn && EqualParts.are(known, standIn);
  }

  /**
   * Ends the stream.
   *
   * @throws TranscoderException if the graph has to be written again, or cannot be written
   */
  public void finish() {
    for (Object object : held) {
      if (written.contains(graph.standInOf(object)) || has(found, object)) {
        continue;
      }
      if (graph.shows(object)) {
        throw new TranscoderException(
            Reason.UNWRITABLE,
            "class %s cannot be written: it holds one of class %s, which is elsewhere in the graph,"
                    .formatted(owner.getClass().getName(), object.getClass().getName())
                + " and JDK serialization would make two of it");
      }
      graph.hide(object);
    }
  }
}
