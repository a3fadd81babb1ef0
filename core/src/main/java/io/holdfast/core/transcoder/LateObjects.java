package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds objects that exist only after their parts were read, and whose parts lead back to them: JDK
 * serialization reads such a way back to a record as null, and to an object that is replaced in the
 * stream, such as {@code List.of}, as what replaced it, without a word.
 */
final class LateObjects {

  /** How these are replaced is known: by what holds the same elements. */
  private static final String IMMUTABLE = "java.util.ImmutableCollections$";

  private static final ClassValue<Boolean> REPLACED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !Enum.class.isAssignableFrom(type) && Replacement.isMadeBy(type);
        }
      };

  /** Whether a stream with an object of the class has to be looked at. */
  private static final ClassValue<Boolean> SUSPECTED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return type.isRecord()
              || (!type.getPackageName().startsWith("java.time") && Replacement.isResolvedBy(type));
        }
      };

  private final GraphParts parts = new GraphParts();
  private final GraphParts allParts = GraphParts.ofAllFields();

  private record Frame(Object object, Iterator<Object> rest) {}

  /** What a walk through a graph found. */
  private static final class Walk {
    final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
    final Map<Class<?>, Integer> standIns = new HashMap<>();
    @Nullable Object suspect;
  }

  /** Whether a graph with an object of the class in its stream may hold such an object. */
  static boolean maySeem(Class<?> type) {
    return SUSPECTED.get(type);
  }

  /**
   * Walks the graph in the order in which it is written.
   *
   * @param readBack reads what was written
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} for such an object
   */
  void refuse(Object root, Supplier<Object> readBack) {
    Walk written = walk(root);
    Object suspect = written.suspect;
    if (suspect == null) {
      return;
    }
    if (suspect instanceof Record || isImmutable(suspect) || leavesStandIns(written, readBack)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s %s that holds a way back to itself, which would be read as %s, at %s"
              .formatted(
                  suspect.getClass().getName(),
                  suspect instanceof Record
                      ? "is a record"
                      : "is replaced when it is written, and one",
                  suspect instanceof Record ? "null" : "what replaced it",
                  ObjectPath.find(root, object -> object == suspect)));
    }
  }

  private static boolean isImmutable(Object object) {
    return object.getClass().getName().startsWith(IMMUTABLE);
  }

  /** What replaces an object need not lead back to it: only what is read tells. */
  private boolean leavesStandIns(Walk written, Supplier<Object> readBack) {
    Object read;
    try {
      read = readBack.get();
    } catch (TranscoderException e) {
      return true;
    }
    Map<Class<?>, Integer> before = written.standIns;
    return walk(read).standIns.entrySet().stream()
        .anyMatch(found -> found.getValue() > before.getOrDefault(found.getKey(), 0));
  }

  private Walk walk(Object root) {
    Walk walk = new Walk();
    Deque<Frame> path = new ArrayDeque<>();
    walk.seen.add(root);
    path.push(open(root, walk));
    while (!path.isEmpty()) {
      Frame top = path.getFirst();
      if (!top.rest().hasNext()) {
        walk.open.remove(top.object());
        path.pop();
        continue;
      }
      Object part = top.rest().next();
      if (walk.seen.add(part)) {
        path.push(open(part, walk));
      } else if (walk.open.contains(part) && isWorse(part, walk.suspect)) {
        walk.suspect = part;
      }
    }
    return walk;
  }

  /** Of several, one that is certain is told of. */
  private static boolean isWorse(Object part, @Nullable Object than) {
    return than == null
        || (!(than instanceof Record)
            && !isImmutable(than)
            && (part instanceof Record || isImmutable(part)));
  }

  private Frame open(Object object, Walk walk) {
    Class<?> type = object.getClass();
    boolean replaced = REPLACED.get(type);
    if (replaced || object instanceof Record) {
      walk.open.add(object);
    }
    if (maySeem(type) && !type.isRecord()) {
      walk.standIns.merge(type, 1, Integer::sum);
    }
    List<Object> children = new ArrayList<>();
    (replaced ? allParts : parts)
        .visit(
            object,
            (part, label, role) -> {
              if (part != null) {
                children.add(part);
              }
            });
    return new Frame(object, children.iterator());
  }
}
