package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.KryoException;
import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.ObjectPath;
import io.holdfast.serializer.objects.Spares;
import io.holdfast.serializer.own.GraphAround;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Encodes graphs with Kryos from a pool. */
final class KryoTranscoder implements Transcoder {

  private final TranscoderContext context;
  private final RoundTripChecks proven;
  private final Spares<GuardedKryo> pool;

  KryoTranscoder(TranscoderContext context, List<KryoCustomizer> customizers) {
    this.context = context;
    this.proven = new RoundTripChecks(context.filter());
    BareInstances instances = new BareInstances();
    this.pool = new Spares<>(() -> GuardedKryo.create(context, instances, customizers));
    giveBack(pool.borrow()); // what is wrong with the customizers is to be said at the start
  }

  @Override
  public byte[] encode(Object graph) {
    byte[] bytes = encodeEach(List.of(graph), false, graphs -> graphs.take(0));
    return Objects.requireNonNull(bytes, "nothing is shared");
  }

  @Override
  public @Nullable List<byte[]> encodeApart(List<Object> roots) {
    return encodeEach(roots, true, EncodedGraphs::takeAll);
  }

  @Override
  public <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    return GraphAround.write(around -> encodeEach(roots, isApart, reader, around));
  }

  private <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader, GraphAround around) {
    GuardedKryo kryo = pool.borrow();
    CheckedReferences references = kryo.references();
    if (isApart) {
      references.apart();
    }
    List<Runnable> readBacks = List.of(); // most graphs need none
    RoundTripChecks.Trial trial = proven.trial();
    for (int i = 0; i < roots.size() && !references.written().isShared(); i++) {
      Object root = roots.get(i);
      if (!isApart) {
        around.forgetHidden();
      }
      write(kryo, root, trial, around);
      if (trial.isNeeded()) {
        readBacks = readBacks.isEmpty() ? new ArrayList<>() : readBacks;
        readBacks.add(readBack(root, trial, kryo.graphs().take(i)));
        trial = proven.trial();
      }
    }
    boolean isDone = !references.written().isShared() && !around.isFound();
    @Nullable T result = isDone ? reader.apply(kryo.graphs()) : null;
    giveBack(kryo);
    if (isDone) {
      readBacks.forEach(Runnable::run);
    }
    return result;
  }

  private Runnable readBack(Object root, RoundTripChecks.Trial trial, byte[] graph) {
    return () -> trial.finish(root, () -> readBack(graph), this::roundTrip);
  }

  /** Writes one graph of several; if it is refused, says what is to blame. */
  private void write(
      GuardedKryo kryo, Object graph, RoundTripChecks.Trial trial, GraphAround around) {
    try {
      writeWith(kryo, graph, trial, around);
    } catch (TranscoderException e) {
      throw around.isFound() ? e : named(graph, e);
    }
  }

  private TranscoderException named(Object graph, TranscoderException e) {
    return e.reason() == Reason.LIMIT_EXCEEDED
            || ApplicationFailure.isOverflow(e)
            || context.filter().isSearching()
        ? e
        : refusal(graph, e);
  }

  private void roundTrip(Object part) {
    readBack(write(part));
  }

  private void readBack(byte[] bytes) {
    WorkBudget work = WorkBudget.readingBack(context.limits(), bytes.length);
    Object unused = decode(bytes, 0, bytes.length, work);
  }

  /** Names the object to blame: the deepest one that cannot be written on its own either. */
  private TranscoderException refusal(Object graph, TranscoderException e) {
    ObjectPath.Found culprit = ObjectPath.deepest(graph, this::isRefused);
    return new TranscoderException(
        e.reason(),
        "%s; refused in class %s at %s"
            .formatted(e.getMessage(), culprit.object().getClass().getName(), culprit.path()),
        e);
  }

  private boolean isRefused(Object part) {
    try {
      byte[] unused = write(part);
      return false;
    } catch (TranscoderException e) {
      return true;
    }
  }

  private byte[] write(Object part) {
    return GraphAround.write(
        around -> {
          GuardedKryo kryo = pool.borrow();
          writeWith(kryo, part, proven.trial(), around);
          byte[] bytes = kryo.graphs().take(0);
          giveBack(kryo);
          return bytes;
        });
  }

  private void writeWith(
      GuardedKryo kryo, Object graph, RoundTripChecks.Trial trial, GraphAround around) {
    try {
      kryo.writeGraph(graph, trial, around);
    } catch (ConcurrentModificationException | TranscoderException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // Whatever an object of the application throws while it is taken apart.
      throw isLimit(e)
          ? new TranscoderException(
              Reason.LIMIT_EXCEEDED,
              "graph of class %s cannot be written: %s".formatted(graph.getClass().getName(), e),
              e)
          : ApplicationFailure.whileWriting(graph, e);
    }
  }

  /** Only after success: one that failed may be left in the middle of something. */
  private void giveBack(GuardedKryo kryo) {
    kryo.end();
    pool.giveBack(kryo);
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    return decode(bytes, start, length, WorkBudget.reading(context.limits(), length));
  }

  private Object decode(byte[] bytes, int start, int length, WorkBudget work) {
    GuardedKryo kryo = pool.borrow();
    try {
      BoundedInput input =
          new BoundedInput(bytes, start, length, context.limits().maxArrayLength());
      Object root = kryo.readGraph(input, work);
      if (root == null || input.position() != start + length) {
        throw new TranscoderException(Reason.UNREADABLE, "not exactly one object");
      }
      giveBack(kryo);
      return root;
    } catch (RuntimeException | Error e) {
      // Bytes can name a class whose initializer fails, and trip assertions.
      throw isLimit(e)
          ? new TranscoderException(Reason.LIMIT_EXCEEDED, String.valueOf(e.getMessage()), e)
          : ApplicationFailure.whileReading(e);
    }
  }

  /** Kryo has no types for these. */
  private static boolean isLimit(Throwable e) {
    if (!(e instanceof KryoException)) {
      return false;
    }
    String message = String.valueOf(e.getMessage());
    return message.startsWith("Buffer overflow") || message.startsWith("Max depth exceeded");
  }
}
