package io.holdfast.serializer.limits;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.ObjectPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which classes were read back at least once. Whether objects of a class can be read is a
 * property of the class in almost every case, so the first graph that holds a class is read back
 * right after it was written, and refused if that fails. The price is one decoding per class and
 * transcoder. If an object's own code runs when it is read ({@link ReadingCode}), each graph is
 * read back: the code may accept one object and refuse the next. So is a graph if only reading
 * shows whether it can be read ({@link WorkBudget#isDoubtful}).
 *
 * <p>A class whose objects stand for those of other classes, as {@code java.time.Ser} does, is
 * never proven while {@code allowedClasses} takes classes away: it may stand for one of them.
 *
 * <p>Where a class is new whose objects are a container's, {@link ContainerSingletons}, that is
 * logged.
 *
 * <p>Nothing here keeps a class from being unloaded.
 */
public final class RoundTripChecks {

  private static final System.Logger LOG = Loggers.of(RoundTripChecks.class);

  private final ClassFilter filter;
  private final ClassValue<Proof> proven = ClassMembers.known(this::proofOf);

  private static final class Proof {
    final Class<?> type;
    final boolean lasts;
    volatile boolean given;

    /** Of a class whose objects do not belong into sessions; null once it was logged. */
    volatile @Nullable String stereotype;

    Proof(Class<?> type, boolean lasts, @Nullable String stereotype) {
      this.type = type;
      this.lasts = lasts;
      this.stereotype = stereotype;
    }
  }

  /** Creates an empty memory. */
  public RoundTripChecks(ClassFilter filter) {
    this.filter = filter;
  }

  private Proof proofOf(Class<?> type) {
    return new Proof(
        type,
        (!filter.hasDenials() || !standsForOthers(type)) && !ReadingCode.dependsOnTheObject(type),
        ContainerSingletons.stereotypeOf(type));
  }

  private static boolean standsForOthers(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("readResolve"));
  }

  /** Starts to collect the classes of one graph. */
  public Trial trial() {
    return new Trial();
  }

  /** The classes of one graph that were not read back before. For one thread. */
  public final class Trial {

    private List<Proof> unproven = List.of(); // most graphs have none
    private boolean readBackRequired;

    private Trial() {}

    /** Notes that the graph holds an object of the class. */
    public void meet(Class<?> type) {
      Proof proof = proven.get(type);
      if (!proof.given) {
        unproven = unproven.isEmpty() ? new ArrayList<>() : unproven;
        unproven.add(proof);
      }
    }

    /**
     * Notes what the graph costs to read.
     *
     * @param work of the graph, which is written
     */
    public void weigh(WorkBudget work) {
      readBackRequired |= work.isDoubtful();
    }

    /**
     * Makes {@link #finish} read the graph back, because only that shows whether it can be read.
     */
    public void requireReadBack() {
      readBackRequired = true;
    }

    /** Returns whether {@link #finish} reads the graph back. */
    public boolean isNeeded() {
      return !filter.isSearching() && (readBackRequired || !unproven.isEmpty());
    }

    /**
     * Reads the graph back if it holds a class that was not read back before, or if that is
     * required. What was written to search for refused classes is not read.
     *
     * @param graph the root of what was written
     * @param readBack reads the bytes of the whole graph
     * @param roundTrip writes and reads a part of the graph, without a trial of its own; used to
     *     find the object to blame
     * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if it cannot be read
     */
    public void finish(Object graph, Runnable readBack, Consumer<Object> roundTrip) {
      if (!isNeeded()) {
        return;
      }
      try {
        readBack.run();
      } catch (TranscoderException e) {
        if (e.reason() == Reason.LIMIT_EXCEEDED) {
          throw e; // of the whole graph, not of one object; trying each would take too long
        }
        ObjectPath.Found culprit =
            ObjectPath.deepest(graph, object -> isUnreadable(object, roundTrip));
        throw new TranscoderException(
            e.reason() == Reason.UNREADABLE ? Reason.UNWRITABLE : e.reason(),
            "class %s can be written but not read again, at %s: %s"
                .formatted(culprit.object().getClass().getName(), culprit.path(), e.getMessage()),
            e);
      }
      for (Proof proof : unproven) {
        proof.given = proof.lasts;
        warn(proof, graph);
      }
    }
  }

  private static void warn(Proof proof, Object graph) {
    String stereotype = proof.stereotype;
    if (stereotype != null) {
      proof.stereotype = null;
      LOG.log(
          System.Logger.Level.WARNING,
          "A session stores a copy of the {0} {1}, in {2} at {3}: after a takeover the session uses"
              + " the copy. Make the field transient, and look the object up when it is needed",
          stereotype,
          proof.type.getName(),
          graph.getClass().getName(),
          ObjectPath.toClass(graph, proof.type.getName()));
    }
  }

  private static boolean isUnreadable(Object object, Consumer<Object> roundTrip) {
    try {
      roundTrip.accept(object);
      return false;
    } catch (TranscoderException e) {
      return e.reason() != Reason.UNWRITABLE;
    }
  }
}
