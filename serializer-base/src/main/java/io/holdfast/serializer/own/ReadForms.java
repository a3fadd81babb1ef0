package io.holdfast.serializer.own;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The objects of a graph that are being read, and whose {@code readResolve} may give others: what
 * refers to one before keeps the one that is thrown away. Beside them, what objects want to be
 * asked when the whole graph is read, by {@link ObjectInputStream#registerValidation}. For one
 * thread.
 */
public final class ReadForms {

  private static final int FEW = 4;

  private record Validation(ObjectInputValidation callback, int priority) {}

  private final IdentityHashMap<Object, Boolean> open = new IdentityHashMap<>(FEW);
  private final List<Validation> validations = new ArrayList<>(0);

  /** Creates an empty table. */
  public ReadForms() {}

  /** Notes that an object is read from now on. */
  void start(Object object) {
    open.put(object, false);
  }

  /** Notes that something refers to an object. */
  public void met(Object object) {
    if (!open.isEmpty() && open.containsKey(object)) {
      open.put(object, true);
    }
  }

  /** Notes that an object is read, and returns whether something refers to it. */
  boolean end(Object object) {
    return Boolean.TRUE.equals(open.remove(object));
  }

  /** Lets go of the objects that are being read. */
  public void clear() {
    open.clear();
  }

  void validate(ObjectInputValidation callback, int priority) {
    validations.add(new Validation(callback, priority));
  }

  /**
   * Ends the graph: asks what wants to be asked, with the highest priority first.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if one refuses
   */
  public void finish() {
    if (validations.isEmpty()) {
      return;
    }
    validations.sort(Comparator.comparingInt(Validation::priority).reversed());
    for (Validation each : validations) {
      try {
        each.callback().validateObject();
      } catch (InvalidObjectException e) {
        throw new TranscoderException(
            Reason.UNREADABLE,
            "class %s refuses the graph: %s"
                .formatted(each.callback().getClass().getName(), e.getMessage()),
            e);
      }
    }
    validations.clear();
  }
}
