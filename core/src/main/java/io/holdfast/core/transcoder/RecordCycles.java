package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Finds records whose parts lead back to them. A record exists only after its parts were read, so
 * JDK serialization reads such a way back as null, without a word.
 */
final class RecordCycles {

  private final GraphParts parts = new GraphParts();

  private record Frame(Object object, Iterator<Object> rest) {}

  /**
   * Walks the graph in the order in which it is written.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} for the first such record
   */
  void refuse(Object root) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Object> openRecords = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Frame> path = new ArrayDeque<>();
    seen.add(root);
    path.push(open(root, openRecords));
    while (!path.isEmpty()) {
      Frame top = path.getFirst();
      if (!top.rest().hasNext()) {
        openRecords.remove(top.object());
        path.pop();
        continue;
      }
      Object part = top.rest().next();
      if (seen.add(part)) {
        path.push(open(part, openRecords));
      } else if (openRecords.contains(part)) {
        throw new TranscoderException(
            Reason.UNWRITABLE,
            "class %s is a record that holds a way back to itself, which would be read as null, at %s"
                .formatted(
                    part.getClass().getName(), ObjectPath.find(root, object -> object == part)));
      }
    }
  }

  private Frame open(Object object, Set<Object> openRecords) {
    if (object instanceof Record) {
      openRecords.add(object);
    }
    List<Object> children = new ArrayList<>();
    parts.visit(
        object,
        (part, label, role) -> {
          if (part != null) {
            children.add(part);
          }
        });
    return new Frame(object, children.iterator());
  }
}
