package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** Refuses to write what the reading side would refuse to read. */
final class CheckedObjectOutput extends ObjectOutputStream {

  private static final StackWalker STACK = StackWalker.getInstance();

  private final ClassFilter filter;
  private final DecodeLimits limits;
  private final boolean copyAll;
  private final ProvenClasses.Trial trial;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Integer> sizes = new IdentityHashMap<>();
  private final boolean partial;
  private final WorkBudget work;
  private final List<Object> outside = new ArrayList<>(0);
  private boolean sawRecord;
  private int written;
  private int depthCannotExceedBefore;
  private Class<?> current = Object.class;

  private CheckedObjectOutput(
      OutputStream out,
      TranscoderContext context,
      ProvenClasses.Trial trial,
      WorkBudget work,
      boolean partial)
      throws IOException {
    super(out);
    this.work = work;
    this.partial = partial;
    this.filter = context.filter();
    this.limits = context.limits();
    this.copyAll = context.copyCollections();
    this.trial = trial;
    this.depthCannotExceedBefore = limits.maxDepth();
    enableReplaceObject(true);
  }

  /** Writes everything that is reachable. */
  static CheckedObjectOutput whole(
      ByteArrayOutputStream out,
      TranscoderContext context,
      ProvenClasses.Trial trial,
      WorkBudget work) {
    return to(out, context, trial, work, false);
  }

  /** Leaves {@link #outside} what belongs there. */
  static CheckedObjectOutput part(
      ByteArrayOutputStream out,
      TranscoderContext context,
      ProvenClasses.Trial trial,
      WorkBudget work) {
    return to(out, context, trial, work, true);
  }

  private static CheckedObjectOutput to(
      ByteArrayOutputStream out,
      TranscoderContext context,
      ProvenClasses.Trial trial,
      WorkBudget work,
      boolean partial) {
    try {
      return new CheckedObjectOutput(out, context, trial, work, partial);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
  }

  /** What was left outside, in the order of its numbers. */
  List<Object> outside() {
    return outside;
  }

  /** The class of the object that was being written last. */
  Class<?> current() {
    return current;
  }

  /** Whether a record was written. */
  boolean sawRecord() {
    return sawRecord;
  }

  @Override
  protected void annotateClass(Class<?> type) {
    if (type == Outside.class || type == ZoneById.class) {
      return;
    }
    current = type;
    filter.checkWritable(type);
    trial.meet(type);
    sawRecord |= type.isRecord();
  }

  @Override
  protected void annotateProxyClass(Class<?> type) {
    current = type;
    filter.checkWritable(type);
    trial.meet(type);
  }

  @Override
  protected @Nullable Object replaceObject(@Nullable Object object) {
    if (object == null) {
      return null;
    }
    work.met(object);
    if (partial && written > 0 && Outside.belongs(object)) {
      return copies.computeIfAbsent(object, this::leaveOutside);
    }
    current = object.getClass();
    countObject();
    if (current == String.class) {
      return object;
    }
    if (ZoneById.describes(object)) {
      filter.check(current);
      filter.check(TimeZone.class);
      return copies.computeIfAbsent(object, ZoneById::of);
    }
    if (current.isArray() && Array.getLength(object) > limits.maxArrayLength()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "class %s with %d elements, more than the %d allowed"
              .formatted(current.getName(), Array.getLength(object), limits.maxArrayLength()));
    }
    if (!SafeCopies.isCopied(object, copyAll)) {
      noteSize(object);
      return object;
    }
    // The stream asks again whenever it meets the object again: the answer must be the same one.
    Object copy = copies.get(object);
    if (copy == null) {
      copy = SafeCopies.copy(object, copyAll);
      copies.put(object, copy);
    }
    return copy;
  }

  private Outside leaveOutside(Object object) {
    outside.add(object);
    return new Outside(outside.size() - 1);
  }

  /**
   * A level of nesting adds at least one object, so that the stack need be looked at only once in
   * as many objects as were levels left when it was looked at last.
   */
  private void countObject() {
    written++;
    if (written > limits.maxReferences()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "more than %d objects".formatted(limits.maxReferences()));
    }
    if (written >= depthCannotExceedBefore) {
      int depth = depth();
      if (depth > limits.maxDepth()) {
        throw new TranscoderException(
            Reason.LIMIT_EXCEEDED, "nested deeper than %d levels".formatted(limits.maxDepth()));
      }
      depthCannotExceedBefore = written + Math.max(1, limits.maxDepth() - depth);
    }
  }

  private static int depth() {
    return STACK.walk(
        frames ->
            (int)
                frames
                    .filter(
                        frame ->
                            frame.getMethodName().equals("writeObject0")
                                && frame.getClassName().equals("java.io.ObjectOutputStream"))
                    .count());
  }

  /** Of those of applications, only what is inside matters; some fail to tell their size. */
  private void noteSize(Object object) {
    if (!GraphParts.isOfJdk(object.getClass())) {
      return;
    }
    if (object instanceof Map<?, ?> map) {
      sizes.put(object, map.size());
    } else if (object instanceof Collection<?> collection) {
      sizes.put(object, collection.size());
    }
  }

  /** Several collections write their size first and do not notice when it was wrong at the end. */
  void checkSizes() {
    sizes.forEach(
        (object, size) -> {
          int now = object instanceof Map<?, ?> map ? map.size() : ((Collection<?>) object).size();
          if (now != size) {
            throw new ConcurrentModificationException(
                object.getClass().getName() + " changed while it was written");
          }
        });
  }
}
