package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.own.ReadForms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known while one graph is read: the objects made, and what may still be spent on it. */
public final class DecodeState {

  /** The writing side does not count values, and parts in the form of the JDK in another way. */
  private static final int DEPTH_SLACK = 8;

  /** Array slots that one byte of input may claim; a byte is the least that an element takes. */
  private static final int SLOTS_PER_BYTE = 4;

  private final TranscoderContext context;
  private final WorkBudget work;
  private final NumberedObjects objects = new NumberedObjects();
  private final ReadForms forms = new ReadForms();
  private final List<Runnable> fills = new ArrayList<>();
  private long slots;
  private int depth;
  private int begun;

  /**
   * Starts a graph.
   *
   * @param inputBytes the size of the encoded graph
   * @throws TranscoderException if it is larger than the limit
   */
  public DecodeState(TranscoderContext context, int inputBytes) {
    this(context, inputBytes, WorkBudget.reading(context.limits(), inputBytes));
  }

  private DecodeState(TranscoderContext context, int inputBytes, WorkBudget work) {
    this.context = context;
    this.work = work;
    this.slots = 1_024 + (long) SLOTS_PER_BYTE * inputBytes;
  }

  /**
   * Starts a graph that was just written, to find out whether it can be read.
   *
   * @param inputBytes the size of the encoded graph
   * @throws TranscoderException if it is larger than the limit
   */
  public static DecodeState readingBack(TranscoderContext context, int inputBytes) {
    return new DecodeState(
        context, inputBytes, WorkBudget.readingBack(context.limits(), inputBytes));
  }

  /** Which classes may be read. */
  public ClassFilter filter() {
    return context.filter();
  }

  /** The object with a number. */
  public Object known(int id) {
    Object object = objects.get(id);
    if (object == null) {
      throw new TranscoderException(Reason.UNREADABLE, "reference to unknown object " + id);
    }
    forms.met(object);
    return object;
  }

  /** The objects that may become others, or want to be asked at the end of the graph. */
  ReadForms forms() {
    return forms;
  }

  /**
   * The class of a part whose class the bytes do not name.
   *
   * @param assumed the type the reader assumes
   * @throws TranscoderException if it assumes none
   */
  public Class<?> unnamed(Class<?> assumed) {
    if (assumed == Object.class) {
      throw unreadable("a part without a class, where its type was not declared as now", null);
    }
    return Boxed.of(assumed);
  }

  /** Makes an object known by its number; 0 is none. */
  public void define(int id, Object object) {
    if (id != 0) {
      objects.put(id, object);
    }
  }

  /** Notes that the reading of an object of a class starts. */
  public void begin(Class<?> type) {
    work.memory().made(type);
    if (++depth > maxDepth()) {
      throw exceeded("objects nested deeper than %d levels".formatted(context.limits().maxDepth()));
    }
    if (++begun > context.limits().maxReferences()) {
      throw exceeded("more than %d objects".formatted(context.limits().maxReferences()));
    }
  }

  /** Notes that the reading of an object is done. */
  public void end() {
    depth--;
  }

  /** Spends array slots before they are allocated. */
  public void spend(long length) {
    slots -= length;
    if (length < 0 || length > context.limits().maxArrayLength() || slots < 0) {
      throw exceeded("an array of %d elements".formatted(length));
    }
  }

  /** How many fills wait; an argument for {@link #settle}. */
  public int mark() {
    return fills.size();
  }

  /**
   * Puts off the filling of a collection that hashes or compares its elements, because they may be
   * unfinished where the graph has cycles.
   */
  void later(Runnable fill) {
    fills.add(fill);
  }

  /**
   * Fills the collections that were read since a mark: before code of the application sees them,
   * and at the end of the graph. The inner come before the outer.
   */
  public void settle(int mark) {
    List<Runnable> waiting = fills.subList(mark, fills.size());
    waiting.forEach(Runnable::run);
    waiting.clear();
  }

  /**
   * Ends the graph: fills what still waits, puts all keys where they belong, and runs what {@code
   * registerValidation} was given.
   */
  public void finish() {
    settle(0);
    work.settle();
    forms.finish();
  }

  /** What the graph may still cost. */
  WorkBudget work() {
    return work;
  }

  private int maxDepth() {
    return context.limits().maxDepth() + DEPTH_SLACK;
  }

  int remainingDepth() {
    return maxDepth() - depth;
  }

  int maxReferences() {
    return context.limits().maxReferences();
  }

  static TranscoderException unreadable(String why, @Nullable Throwable cause) {
    return new TranscoderException(Reason.UNREADABLE, why, cause);
  }

  static TranscoderException exceeded(String what) {
    return new TranscoderException(Reason.LIMIT_EXCEEDED, "the graph holds " + what);
  }
}
