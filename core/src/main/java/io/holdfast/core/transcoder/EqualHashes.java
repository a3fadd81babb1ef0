package io.holdfast.core.transcoder;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts objects of a stream that have one hash code without being equal. A concurrent map reads
 * all its keys before it compares them, at one go, and no hook tells what is a key: so all objects
 * count that could be one and that consist of classes of the JDK, whose hash code runs no code of
 * the application. Strings do not: keys that can be sorted take no time.
 */
final class EqualHashes {

  private final WorkBudget work;
  private final Map<Integer, Group> groups = new HashMap<>();

  private static final class Group {
    final Object first;
    int others;

    Group(Object first) {
      this.first = first;
    }
  }

  EqualHashes(WorkBudget work) {
    this.work = work;
  }

  /**
   * Counts an object that was counted by {@link WorkBudget#met} before.
   *
   * @throws TranscoderException with reason {@link TranscoderException.Reason#LIMIT_EXCEEDED} if
   *     too many have one hash code
   */
  void met(Object object) {
    if (object instanceof String || !work.isHashedByJdk(object)) {
      return;
    }
    Group group = groups.putIfAbsent(object.hashCode(), new Group(object));
    if (group != null && !group.first.equals(object)) {
      work.compared(object, ++group.others);
    }
  }
}
