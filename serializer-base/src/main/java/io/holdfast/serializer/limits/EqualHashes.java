package io.holdfast.serializer.limits;

import io.holdfast.core.transcoder.TranscoderException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts objects of a stream that have one hash code without being equal. A concurrent map reads
 * all its keys before it compares them, at one go, and no hook tells what is a key: so all objects
 * count that could be one and that consist of classes of the JDK, whose hash code runs no code of
 * the application. Strings do not: keys that can be sorted take no time.
 *
 * <p>Until such a map is announced the objects are only remembered.
 */
public final class EqualHashes {

  private final WorkBudget work;
  private @Nullable List<Object> waiting = new ArrayList<>(0);
  private final Map<Integer, Group> groups = new HashMap<>(0);

  private static final class Group {
    final Object first;
    int others;

    Group(Object first) {
      this.first = first;
    }
  }

  /** Creates one for a graph with this budget. */
  public EqualHashes(WorkBudget work) {
    this.work = work;
  }

  /** From now on objects count, and so do all that were met before. */
  public void count() {
    List<Object> before = waiting;
    waiting = null;
    if (before != null) {
      before.forEach(this::met);
    }
  }

  /**
   * Counts an object that was counted by {@link WorkBudget#met} before.
   *
   * @throws TranscoderException with reason {@link TranscoderException.Reason#LIMIT_EXCEEDED} if
   *     too many have one hash code
   */
  public void met(Object object) {
    if (object instanceof String) {
      return;
    }
    if (waiting != null) {
      waiting.add(object);
    } else if (work.isHashedByJdk(object)) {
      compare(object);
    }
  }

  private void compare(Object object) {
    Group group = groups.putIfAbsent(object.hashCode(), new Group(object));
    if (group != null && !group.first.equals(object)) {
      work.compared(object, ++group.others);
    }
  }
}
