package io.holdfast.serializer.own;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What objects want to be asked when the whole graph is read, by {@link
 * ObjectInputStream#registerValidation}.
 */
public final class Validations {

  private record Entry(ObjectInputValidation validation, int priority) {}

  private final List<Entry> entries = new ArrayList<>(0);

  /** Creates an empty list, for one graph. */
  public Validations() {}

  /** Returns whether no object wants to be asked: then the list serves the next graph, too. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  void add(ObjectInputValidation validation, int priority) {
    entries.add(new Entry(validation, priority));
  }

  /**
   * Asks all, those with the highest priority first.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if one refuses
   */
  public void run() {
    if (isEmpty()) {
      return;
    }
    entries.sort(Comparator.comparingInt(Entry::priority).reversed());
    for (Entry entry : entries) {
      try {
        entry.validation().validateObject();
      } catch (InvalidObjectException e) {
        throw new TranscoderException(
            Reason.UNREADABLE,
            "class %s refuses the graph: %s"
                .formatted(entry.validation().getClass().getName(), e.getMessage()),
            e);
      }
    }
  }
}
