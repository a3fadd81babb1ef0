package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.GraphAround;
import io.holdfast.serializer.own.StandIns;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known while one graph is written: the objects met, and the path to where the writer is.
 */
public final class EncodeState {

  private static final int SHOWN_PATH = 40;
  private static final int SHOWN_KEY = 80;

  private final TranscoderContext context;
  private final RoundTripChecks.Trial trial;
  private final WorkBudget work;
  private final ObjectNumbers written;
  private final GraphAround around;
  private final IdentityHashMap<Object, Shape> unfinished = new IdentityHashMap<>();
  private final Set<Class<?>> met = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Class<?>> checked = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Step> path = new ArrayList<>();
  private final Class<?> root;
  private long claimed;

  private static final class Step {
    final Class<?> type;
    @Nullable String label;
    @Nullable String key;
    int index = -1;

    Step(Class<?> type) {
      this.type = type;
    }

    @Override
    public String toString() {
      if (key != null) {
        return "[\"" + key + "\"]";
      }
      return label != null ? "." + label : index >= 0 ? "[" + index + "]" : "";
    }
  }

  /**
   * Starts a graph that may be written several times, with others.
   *
   * @param graph its root
   * @param trial is told of every class in the graph
   * @param written numbers the objects of this graph next
   * @param around has the graph written again if it has to show more
   */
  public EncodeState(
      TranscoderContext context,
      Object graph,
      RoundTripChecks.Trial trial,
      ObjectNumbers written,
      GraphAround around) {
    this.context = context;
    this.around = around;
    around.start(graph, written);
    this.written = written;
    this.trial = trial;
    this.root = graph.getClass();
    this.work = WorkBudget.writing(context.limits(), graph);
  }

  /** What the graph will cost when it is read. */
  WorkBudget work() {
    return work;
  }

  /**
   * Ends the graph.
   *
   * @param bytes the size of the encoded graph
   * @throws TranscoderException if it is too large, or would cost too much, to be read again
   */
  void finish(int bytes) {
    work.finish(bytes);
    trial.weigh(work);
  }

  /**
   * Adds to what texts and byte strings take, before they are written.
   *
   * @param bytes the least that the next one takes
   * @throws TranscoderException if the graph gets too large to be read again
   */
  public void claim(long bytes) {
    checkSize(claimed + bytes);
    claimed += bytes;
  }

  /** Checks whether there is room for so many bytes more than were claimed. */
  void checkRoom(long bytes) {
    checkSize(claimed + bytes);
  }

  /**
   * Checks the size of the graph so far.
   *
   * @throws TranscoderException if the graph gets too large to be read again
   */
  public void checkSize(long bytes) {
    if (bytes > context.limits().maxBytes()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "%s takes more than the %d bytes allowed; at %s"
              .formatted(root, context.limits().maxBytes(), path()));
    }
  }

  /** Returns whether collections are to be copied before they are written. */
  public boolean copiesCollections() {
    return context.copyCollections();
  }

  /**
   * What is written for an object: the object, or what its {@code writeReplace} gives if that is in
   * the graph, too, or can be. JDK serialization does the same.
   *
   * @param shapes gives the shape by which objects of a class are written
   */
  public Object replaced(Object instance, Function<Class<?>, Shape> shapes) {
    Class<?> type = instance.getClass();
    if (!StandIns.areMadeBy(type) || !isReplaced(type, shapes.apply(type))) {
      return instance;
    }
    Object other = around.replaced(instance, each -> isApart(shapes.apply(each)));
    if (other != instance && !Proxy.isProxyClass(type)) {
      check(type);
    }
    return other;
  }

  private static boolean isApart(Shape shape) {
    return shape instanceof JavaShape || shape == FormShape.FORM;
  }

  private static boolean isReplaced(Class<?> type, Shape shape) {
    return shape == JavaShape.REPLACED || (Proxy.isProxyClass(type) && shape instanceof JavaShape);
  }

  /**
   * The number of an object that was written before, 0 if it was not.
   *
   * @throws TranscoderException if the object is still being written and cannot be referred to
   */
  public int known(Object instance) {
    int number = written.find(instance);
    if (number == ObjectNumbers.NONE) {
      around.reveal(instance);
      return 0;
    }
    Shape shape = unfinished.isEmpty() ? null : unfinished.get(instance);
    if (shape != null) {
      if (shape == FormShape.FORM || shape == JavaShape.REPLACED) {
        around.show(instance.getClass());
      }
      throw refuse(
          instance.getClass(),
          "it is part of a cycle, and can only be made again when all its parts exist");
    }
    return number + 1;
  }

  /** Has the graph read back, because only that shows whether it can be read. */
  void requireReadBack() {
    trial.requireReadBack();
  }

  /** The graph around the stream of an object. */
  GraphAround around() {
    return around;
  }

  /**
   * Notes that the writing of an object starts.
   *
   * @return its number, 0 for a value
   * @throws TranscoderException if the graph gets too deep or too large to be read again
   */
  public int begin(Object instance, Shape shape) {
    DecodeLimits limits = context.limits();
    path.add(new Step(instance.getClass()));
    meet(instance.getClass());
    work.memory().made(shape.wireClass(instance));
    boolean isValue = shape.isValue();
    if (path.size() > limits.maxDepth() && !isValue && DecodeLimits.isLevel(instance.getClass())) {
      throw exceeded(instance, "nested deeper than %d levels".formatted(limits.maxDepth()));
    }
    if (isValue) {
      return 0;
    }
    if (written.size() >= limits.maxReferences()) {
      throw exceeded(instance, "more than %d objects".formatted(limits.maxReferences()));
    }
    int unused = written.findOrAdd(instance);
    around.goOn();
    boolean isEarly =
        shape.isEarly() || (shape == FormShape.FORM && isInGraph(instance.getClass()));
    if (!isEarly) {
      unfinished.put(instance, shape);
    }
    return written.size();
  }

  /**
   * Returns whether objects of a class with a {@link FormShape} write themselves into the graph.
   */
  boolean isInGraph(Class<?> type) {
    return around.shows(type);
  }

  /** Notes that the writing of an object is done. */
  public void end(Object instance) {
    path.remove(path.size() - 1);
    if (!unfinished.isEmpty()) {
      unfinished.remove(instance);
    }
  }

  /** Returns whether a reader that assumes a type finds the class of a part without its name. */
  public static boolean isUnnamed(Class<?> type, Class<?> assumed) {
    return assumed != Object.class && Boxed.of(assumed) == type;
  }

  /** Notes which part of the current object comes next; the name is null in a sequence. */
  public void enter(@Nullable String part) {
    if (!path.isEmpty()) {
      Step step = path.get(path.size() - 1);
      step.label = part;
      step.index = part == null ? step.index + 1 : -1;
    }
  }

  /** Notes under which key of the current map the next parts are; null if it has no short name. */
  void underKey(@Nullable Object key) {
    path.get(path.size() - 1).key =
        key instanceof String text && text.length() <= SHOWN_KEY ? text : null;
  }

  /**
   * Checks a class against the filter, and notes it for the trial.
   *
   * @throws TranscoderException with the path to the current object if it is refused
   */
  public void check(Class<?> type) {
    if (checked.contains(type)) {
      return;
    }
    if (!isAllowedByName(type) && Shapes.of(type) instanceof RefusedShape refused) {
      throw refuse(type, refused.why()); // to allow it would not help
    }
    try {
      context.filter().checkWritable(type);
      meet(type);
      checked.add(type);
    } catch (TranscoderException e) {
      throw new TranscoderException(e.reason(), e.getMessage() + "; at " + path(), e);
    }
  }

  private boolean isAllowedByName(Class<?> type) {
    ClassFilter filter = context.filter();
    return !type.isHidden() && (filter.isSearching() || filter.allows(type));
  }

  private void meet(Class<?> type) {
    if (met.add(type)) {
      trial.meet(type);
    }
  }

  /** Checks the length of an array or byte string against what a reader accepts. */
  public void checkLength(Object array, int length) {
    if (length > context.limits().maxArrayLength()) {
      throw exceeded(array, "longer than %d".formatted(context.limits().maxArrayLength()));
    }
  }

  /** Makes the exception that refuses an object of a class, with the path to it. */
  public TranscoderException refuse(Class<?> type, String why) {
    return refuse(type, why, null);
  }

  TranscoderException refuse(Class<?> type, String why, @Nullable Throwable cause) {
    return new TranscoderException(
        Reason.UNWRITABLE,
        "class %s cannot be written: %s; at %s".formatted(type.getName(), why, path()),
        cause);
  }

  /** Adds the path to the current object to a refusal by what does not know it. */
  public TranscoderException placed(TranscoderException e) {
    String message = String.valueOf(e.getMessage());
    return e.reason() != Reason.UNWRITABLE || path.isEmpty() || message.endsWith(path())
        ? e
        : new TranscoderException(e.reason(), message + "; at " + path(), e);
  }

  private TranscoderException exceeded(Object instance, String what) {
    return new TranscoderException(
        Reason.LIMIT_EXCEEDED,
        "class %s cannot be written: %s; at %s"
            .formatted(instance.getClass().getName(), what, path()));
  }

  private String path() {
    if (path.isEmpty()) {
      return "the root";
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < path.size() && i < SHOWN_PATH; i++) {
      text.append(i == 0 ? path.get(0).type.getName() : "").append(path.get(i));
    }
    return text.append(path.size() > SHOWN_PATH ? "..." : "").toString();
  }
}
