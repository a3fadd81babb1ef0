package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Remembers which classes were read back at least once. Whether objects of a class can be read is a
 * property of the class in almost every case, so the first graph that holds a class is read back
 * right after it was written, and refused if that fails. The price is one decoding per class and
 * transcoder.
 *
 * <p>Nothing here keeps a class from being unloaded.
 */
public final class ProvenClasses {

  private final ClassValue<AtomicBoolean> proven =
      new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> type) {
          return new AtomicBoolean();
        }
      };

  /** Creates an empty memory. */
  public ProvenClasses() {}

  /** Starts to collect the classes of one graph. */
  public Trial trial() {
    return new Trial();
  }

  /** The classes of one graph that were not read back before. For one thread. */
  public final class Trial {

    private final List<AtomicBoolean> unproven = new ArrayList<>(0);

    private Trial() {}

    /** Notes that the graph holds an object of the class. */
    public void meet(Class<?> type) {
      AtomicBoolean flag = proven.get(type);
      if (!flag.get()) {
        unproven.add(flag);
      }
    }

    /**
     * Reads the graph back if it holds a class that was not read back before.
     *
     * @param graph the root of what was written
     * @param readBack reads the bytes of the whole graph
     * @param roundTrip writes and reads a part of the graph, without a trial of its own; used to
     *     find the object to blame
     * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if it cannot be read
     */
    public void finish(Object graph, Runnable readBack, Consumer<Object> roundTrip) {
      if (unproven.isEmpty()) {
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
      unproven.forEach(flag -> flag.set(true));
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
