package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Outside;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.ZoneById;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.SafeCopies;
import io.holdfast.serializer.objects.SharedKinds;
import io.holdfast.serializer.own.UnsharedCopies;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** Refuses to write what the reading side would refuse to read. */
final class CheckedObjectOutput extends ObjectOutputStream {

  private static final StackWalker STACK = StackWalker.getInstance();

  private static final int FEW = 8;

  private final ClassFilter filter;
  private final DecodeLimits limits;
  private final boolean copyAll;
  private RoundTripChecks.Trial trial;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>(FEW);
  private final List<Size> sizes = new ArrayList<>(0);
  private final @Nullable HiddenParts partial;
  private WorkBudget work;
  private final List<Object> outside = new ArrayList<>(0);
  private final @Nullable StreamSharing sharing;
  private boolean sawRecord;
  private boolean sawStandIn;
  private int written;
  private int depthCannotExceedBefore;
  private Class<?> current = Object.class;
  private @Nullable TranscoderException refusal;
  private @Nullable Object refused;

  /**
   * Starts a stream.
   *
   * @param out memory
   * @param trial told every class in the stream
   * @param partial what the stream hides from the graph around it, to which it leaves what is
   *     {@link #outside}; null if it has all that is reachable
   * @param sharing what graphs share that are written one after the other, each after {@link
   *     #startNext}; null if there is one
   */
  CheckedObjectOutput(
      OutputStream out,
      TranscoderContext context,
      RoundTripChecks.Trial trial,
      WorkBudget work,
      @Nullable HiddenParts partial,
      @Nullable StreamSharing sharing)
      throws IOException {
    super(out);
    this.sharing = sharing;
    this.work = work;
    this.partial = partial;
    this.filter = context.filter();
    this.limits = context.limits();
    this.copyAll = context.copyCollections();
    this.trial = trial;
    this.depthCannotExceedBefore = limits.maxDepth();
    enableReplaceObject(true);
  }

  /**
   * Starts the next graph, with a byte that says so.
   *
   * @param newTrial of this graph
   * @param newWork of this graph
   */
  void startNext(Object root, RoundTripChecks.Trial newTrial, WorkBudget newWork) {
    trial = newTrial;
    work = newWork;
    copies.clear();
    sizes.clear();
    sawRecord = false;
    sawStandIn = false;
    written = 0;
    depthCannotExceedBefore = limits.maxDepth();
    current = Object.class;
    try {
      reset();
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    if (sharing != null) {
      sharing.startNext(root);
    }
  }

  /** Returns whether the graphs are certain to share nothing that can change. */
  boolean isApart() {
    return sharing == null || !sharing.isPossible();
  }

  /** What was left outside, in the order of its numbers. */
  List<Object> outside() {
    return outside;
  }

  /** The class of the object that was being written last. */
  Class<?> current() {
    return current;
  }

  /** The object that was refused; null if it was its class, or what its own code writes. */
  @Nullable Object refused() {
    return refused;
  }

  /** Returns whether a record was written. */
  boolean sawRecord() {
    return sawRecord;
  }

  /** Returns whether an object was written that may exist only after parts that lead back to it. */
  boolean sawLate() {
    return sawRecord || sawStandIn;
  }

  @Override
  protected void annotateClass(Class<?> type) {
    if (type == Outside.class || type == ZoneById.class || type == ScopedBean.class) {
      return;
    }
    if (!type.isAssignableFrom(current)) {
      trial.requireReadBack(); // a class that is a value, or one whose description is a value
    }
    current = type;
    checkWritable(type);
    trial.meet(type);
    sawRecord |= type.isRecord();
    sawStandIn |= LateCycles.isStandIn(type);
  }

  @Override
  protected void annotateProxyClass(Class<?> type) {
    current = type;
    checkWritable(type);
    trial.meet(type);
  }

  private void checkWritable(Class<?> type) {
    try {
      filter.checkWritable(type);
    } catch (TranscoderException e) {
      throw remembered(e);
    }
  }

  /** Whatever an application's {@code writeObject} catches, the graph is refused. */
  private TranscoderException remembered(TranscoderException e) {
    if (refusal == null) {
      refusal = e;
    }
    return e;
  }

  /**
   * Ends the graph.
   *
   * @throws TranscoderException if one was thrown before, even if the application caught it
   * @throws ConcurrentModificationException if a collection changed meanwhile
   */
  void finish() {
    if (refusal != null) {
      throw refusal;
    }
    checkSizes();
    if (partial != null) {
      partial.finish(written > 0, copies.keySet());
    }
  }

  /** What is left outside would be shared again. */
  @Override
  public void writeUnshared(@Nullable Object object) throws IOException {
    super.writeUnshared(partial == null ? object : UnsharedCopies.of(object));
  }

  @Override
  protected @Nullable Object replaceObject(@Nullable Object object) {
    if (object == null) {
      return null;
    }
    try {
      return replaced(object);
    } catch (TranscoderException e) {
      refused = object;
      throw remembered(e);
    }
  }

  private @Nullable Object replaced(Object object) {
    work.met(object);
    if (object instanceof String) { // most are, and nothing has to be seen to
      current = String.class;
      countObject();
      return object;
    }
    if (partial != null && written > 0) {
      Object original = partial.original(object);
      if (original != null) {
        return copies.computeIfAbsent(original, this::leaveOutside);
      }
      if (SharedKinds.include(object.getClass()) || partial.isShown(object)) {
        return copies.computeIfAbsent(object, this::leaveOutside);
      }
    }
    current = object.getClass();
    countObject();
    work.memory().made(object);
    if (sharing != null && !sharing.isRuledOut(object)) {
      return null; // which soon ends the writing of what is of no use any more
    }
    if (object instanceof Record) {
      RecordParts.of(current).check(object);
    }
    Object replacement = replacementOf(object);
    if (written == 1) {
      refuseDescriptions(replacement);
    }
    if (sharing != null) {
      sharing.lookInto(replacement);
    }
    if (partial != null) {
      partial.written(replacement);
    }
    return replacement;
  }

  /**
   * Refuses the description of a class as an attribute. The stream writes one without asking, and
   * refers back to one that it has written, which leaves no trace of it.
   */
  private static void refuseDescriptions(Object attributes) {
    Iterable<?> parts =
        attributes instanceof Map<?, ?> map
            ? map.values()
            : attributes instanceof Collection<?> collection ? collection : List.of();
    for (Object part : parts) {
      if (part instanceof ObjectStreamClass description) {
        throw new TranscoderException(
            Reason.UNWRITABLE,
            "class java.io.ObjectStreamClass, of %s, is no value that can be read"
                .formatted(description.getName()));
      }
    }
  }

  private Object replacementOf(Object object) {
    return switch (WrittenKind.of(current)) {
      case PLAIN -> object;
      case SCOPED_PROXY -> scopedBean(object);
      case UNSERIALIZABLE -> doubted(object);
      case ARRAY -> withinLength(object);
      case TIME_ZONE -> ZoneById.describes(object) ? zoneById(object) : object;
      case URI -> checked((URI) object);
      case COPIED -> copyOf(object);
      case ARRAY_LIST -> copyAll ? copyOf(object) : noted(object, ((List<?>) object).size());
      case MAP -> noted(object, ((Map<?, ?>) object).size());
      case COLLECTION -> noted(object, ((Collection<?>) object).size());
    };
  }

  private Object withinLength(Object array) {
    if (Array.getLength(array) > limits.maxArrayLength()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "class %s with %d elements, more than the %d allowed"
              .formatted(current.getName(), Array.getLength(array), limits.maxArrayLength()));
    }
    return array;
  }

  private Object scopedBean(Object proxy) {
    filter.checkWritable(Objects.requireNonNull(ScopedProxies.faceOf(current)));
    return copies.computeIfAbsent(proxy, ScopedBean::of);
  }

  private Object zoneById(Object zone) {
    filter.check(current);
    filter.check(TimeZone.class);
    return copies.computeIfAbsent(zone, ZoneById::of);
  }

  /**
   * Has the graph read back: if the application catches the refusal, the stream may end within an
   * object.
   */
  private Object doubted(Object object) {
    trial.requireReadBack();
    return object;
  }

  private static URI checked(URI uri) {
    String unused = ValueTexts.of(uri);
    return uri;
  }

  /** The stream may ask again for an object: the answer must be the same one. */
  private Object copyOf(Object object) {
    Object copy = copies.get(object);
    if (copy == null) {
      copy = SafeCopies.copy(object, copyAll);
      copies.put(object, copy);
    }
    return copy;
  }

  private Object noted(Object object, int size) {
    sizes.add(new Size(object, size));
    return object;
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
    if (written >= depthCannotExceedBefore && DecodeLimits.isLevel(current)) {
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

  /** Several collections write their size first and do not notice when it was wrong at the end. */
  private void checkSizes() {
    for (Size size : sizes) {
      if (size.now() != size.noted()) {
        throw new ConcurrentModificationException(
            size.object().getClass().getName() + " changed while it was written");
      }
    }
  }

  /** The size of a collection when its writing began. */
  private record Size(Object object, int noted) {

    int now() {
      return object instanceof Map<?, ?> map ? map.size() : ((Collection<?>) object).size();
    }
  }
}
