package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.SharedKinds;
import io.holdfast.serializer.objects.Unchangeable;
import io.holdfast.serializer.own.GraphAround;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the stream of one object hides from the graph around it: locks, which belong to that object,
 * and objects that can change for which JDK serialization writes others, new ones each time. If the
 * graph has one elsewhere, too, it would become two: then the graph shows it. For one thread.
 */
public final class HiddenParts {

  /** A view that may become two: it never changes itself. */
  private static final String UNMODIFIABLE = "java.util.Collections$Unmodifiable";

  /** Several that cannot be told from each other. */
  private static final Object SEVERAL = new Object();

  private final Object owner;
  private final GraphAround graph;
  private final ReplacedObjects replaced;

  /** The objects for which others are written. */
  private final Set<Object> held = Collections.newSetFromMap(new IdentityHashMap<>(0));

  /** The same, by what is known of the others. */
  private final Map<Object, Object> originals = new HashMap<>(0);

  private final EqualParts parts = new EqualParts();
  private boolean holdsShown;
  private final Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>(0));

  /**
   * Starts a stream.
   *
   * @param owner the object that is written
   */
  public HiddenParts(Object owner, GraphAround graph) {
    this.owner = owner;
    this.graph = graph;
    this.replaced = new ReplacedObjects(this::hold, graph.holdingNone());
    if (Unchangeable.isImmutableCollection(owner.getClass())) {
      replaced.lookAt(owner); // what the stream writes for it does not show its elements
    } else if (graph.toWrite(owner) != owner) {
      replaced.lookInto(owner); // which what stands for it may write
    }
  }

  private void hold(Object object) {
    Object standIn = graph.standInOf(object); // which refuses those that name others for ever
    boolean isValue = standIn != object && !canChange(standIn.getClass());
    boolean isView = object.getClass().getName().startsWith(UNMODIFIABLE);
    if (object == owner || isValue || isView || !held.add(object)) {
      return; // a stand-in often holds the object that it stands for
    }
    holdsShown |= graph.shows(object);
    if (standIn != object) {
      originals.merge(parts.of(standIn), object, (one, other) -> SEVERAL);
      return;
    }
    for (Class<?> c = object.getClass(); c != Object.class; c = c.getSuperclass()) {
      originals.merge(c, object, (one, other) -> SEVERAL);
    }
  }

  private static boolean canChange(Class<?> type) {
    return SharedKinds.include(type) || SharedKinds.areBelongings(type);
  }

  /** Notes an object in the stream. */
  public void written(Object object) {
    replaced.lookInto(object);
  }

  /**
   * Returns whether an object that would be in the stream belongs into the graph: it is a lock or a
   * time zone that the graph has elsewhere, too.
   */
  public boolean isShown(Object object) {
    if (!SharedKinds.areBelongings(object.getClass())) {
      return false;
    }
    graph.hidePart(object, owner);
    return graph.shows(object);
  }

  /**
   * Returns the object of the graph for which JDK serialization is about to write another one, if
   * the graph has it elsewhere, too; null if there is none.
   */
  public @Nullable Object original(Object standIn) {
    if (!holdsShown) {
      return null;
    }
    Class<?> type = standIn.getClass();
    Object known = SharedKinds.include(type) ? parts.of(standIn) : type.getNestHost();
    Object original = originals.get(known);
    if (original == null || !graph.shows(original) || graph.standInOf(original) == standIn) {
      return null;
    }
    if (!found.add(original)) {
      throw refusal(original);
    }
    return original;
  }

  /**
   * Ends the stream.
   *
   * @param begun whether anything but null was written
   * @param outside what was left to the graph
   * @throws TranscoderException if it is empty, or an object cannot be told from another one
   */
  public void finish(boolean begun, Set<Object> outside) {
    if (!begun) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s cannot be written: its writeReplace gives nothing"
              .formatted(owner.getClass().getName()));
    }
    for (Object object : held) {
      if (outside.contains(graph.standInOf(object)) || found.contains(object)) {
        continue;
      }
      if (graph.shows(object)) {
        throw refusal(object);
      }
      graph.hidePart(object, owner);
    }
  }

  private TranscoderException refusal(Object object) {
    return new TranscoderException(
        Reason.UNWRITABLE,
        "class %s cannot be written: it holds one of class %s, which is elsewhere in the graph,"
                .formatted(owner.getClass().getName(), object.getClass().getName())
            + " and JDK serialization would make two of it");
  }
}
