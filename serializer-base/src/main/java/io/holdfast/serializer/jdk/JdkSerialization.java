package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ApplicationFailure;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.ObjectPath;
import io.holdfast.serializer.own.GraphAround;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serialization of the JDK behind the class filter and the limits: the whole of the java
 * transcoder, and a way out for the others where an object only knows how to write itself this way.
 */
public final class JdkSerialization {

  /** What each stream starts with. */
  private static final int HEADER = 2 * Short.BYTES;

  private final TranscoderContext context;
  private final ReusedBytes buffers = new ReusedBytes();

  /**
   * One object in the form of JDK serialization.
   *
   * @param bytes the object, with numbers in place of what is outside
   * @param outside objects that the caller writes in its own form, so that they stay the same
   *     objects for the whole graph
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Part(byte[] bytes, List<Object> outside) {}

  /** Creates it for one web application. */
  public JdkSerialization(TranscoderContext context) {
    this.context = context;
  }

  /**
   * Writes a whole graph.
   *
   * @param trial told every class in the stream
   * @throws TranscoderException as {@link Transcoder#encode} does
   * @throws ConcurrentModificationException as {@link Transcoder#encode} does
   */
  public byte[] write(Object graph, RoundTripChecks.Trial trial) {
    ReusedBytes.Lent lent = buffers.lend();
    lent.startNext(graph, context.limits().maxBytes());
    WorkBudget work = WorkBudget.writing(context.limits(), graph);
    CheckedObjectOutput out = output(lent, trial, work, null, null);
    write(graph, out, work);
    byte[] bytes = lent.take();
    finish(graph, out, trial, work, bytes.length);
    return bytes;
  }

  private CheckedObjectOutput output(
      ReusedBytes.Lent lent,
      RoundTripChecks.Trial trial,
      WorkBudget work,
      @Nullable HiddenParts partial,
      @Nullable StreamSharing sharing) {
    try {
      return new CheckedObjectOutput(lent, context, trial, work, partial, sharing);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
  }

  /**
   * Writes each root as a graph of its own, in the bytes that {@link #write} makes of it.
   *
   * @param trials told every class in the graph of the root at the same place
   * @return null if they share what can change, or if that is not certain
   * @throws TranscoderException as {@link Transcoder#encode} does
   * @throws ConcurrentModificationException as {@link Transcoder#encode} does
   */
  public @Nullable List<byte[]> writeApart(List<Object> roots, List<RoundTripChecks.Trial> trials) {
    if (roots.isEmpty()) {
      return List.of();
    }
    ReusedBytes.Lent lent = buffers.lend();
    lent.startNext(roots.get(0), context.limits().maxBytes());
    WorkBudget ofNone = WorkBudget.writing(context.limits(), roots);
    CheckedObjectOutput out = output(lent, trials.get(0), ofNone, null, new StreamSharing());
    int[] ends = new int[roots.size()];
    for (int i = 0; i < ends.length; i++) {
      Object root = roots.get(i);
      WorkBudget work = WorkBudget.writing(context.limits(), root);
      lent.startNext(root, context.limits().maxBytes());
      out.startNext(root, trials.get(i), work);
      write(root, out, work);
      if (!out.isApart()) {
        break;
      }
      ends[i] = lent.size();
      finish(root, out, trials.get(i), work, HEADER + ends[i] - startOf(i, ends));
    }
    byte[] bytes = lent.take();
    return out.isApart() ? graphsIn(bytes, ends) : null;
  }

  private static void finish(
      Object graph,
      CheckedObjectOutput out,
      RoundTripChecks.Trial trial,
      WorkBudget work,
      int length) {
    work.finish(length);
    boolean hidesTables = work.mayHideTables();
    Consumer<Object> opened = hidesTables ? work::hidden : object -> {};
    if ((out.sawLate() || hidesTables) && LateCycles.refuse(graph, out.sawRecord(), opened)) {
      trial.requireReadBack();
    }
    trial.weigh(work);
  }

  /** One byte says that a graph starts that knows nothing of those before. */
  private static int startOf(int graph, int[] ends) {
    return 1 + (graph == 0 ? HEADER : ends[graph - 1]);
  }

  private static List<byte[]> graphsIn(byte[] bytes, int[] ends) {
    List<byte[]> graphs = new ArrayList<>(ends.length);
    for (int i = 0; i < ends.length; i++) {
      int start = startOf(i, ends);
      byte[] graph = Arrays.copyOf(bytes, HEADER + ends[i] - start);
      System.arraycopy(bytes, start, graph, HEADER, ends[i] - start);
      graphs.add(graph);
    }
    return graphs;
  }

  /**
   * Writes one object; objects of the application, collections and arrays in it stay outside.
   *
   * @param work of the whole graph
   * @param around the whole graph
   */
  public Part writePart(
      Object root, RoundTripChecks.Trial trial, WorkBudget work, GraphAround around) {
    ReusedBytes.Lent lent = buffers.lend();
    lent.startNext(root, context.limits().maxBytes());
    CheckedObjectOutput out = output(lent, trial, work, new HiddenParts(root, around), null);
    write(around.toWrite(root), out, work);
    byte[] bytes = lent.take();
    if (work.mayHideTables()) {
      trial.requireReadBack();
    }
    return new Part(bytes, out.outside());
  }

  private static void write(Object graph, CheckedObjectOutput out, WorkBudget work) {
    try {
      out.writeObject(graph);
      out.flush();
      out.finish();
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (NotSerializableException e) {
      String name = String.valueOf(e.getMessage());
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s is not Serializable, at %s".formatted(name, ObjectPath.toClass(graph, name)),
          e);
    } catch (TranscoderException e) {
      if (work.hasRefused()) {
        throw e;
      }
      throw new TranscoderException(e.reason(), e.getMessage() + ", at " + place(graph, out), e);
    } catch (StackOverflowError | ThreadDeath e) {
      throw ApplicationFailure.whileWriting(graph, e);
    } catch (IOException | RuntimeException | Error e) {
      // Whatever an object of the application throws while it writes itself.
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s failed to write itself, at %s: %s"
              .formatted(
                  out.current().getName(), place(graph, out), ApplicationFailure.describe(e)),
          e);
    }
  }

  private static String place(Object graph, CheckedObjectOutput out) {
    Object refused = out.refused();
    if (refused != null) {
      String path = ObjectPath.find(graph, object -> object == refused);
      if (!path.equals(ObjectPath.UNKNOWN)) {
        return path;
      }
    }
    // What stands for an object in the stream is often of a class nested in the object's own.
    Class<?> host = out.current().getNestHost();
    return ObjectPath.find(
        graph, object -> object.getClass() == out.current() || object.getClass() == host);
  }

  /**
   * Reads a whole graph.
   *
   * @throws TranscoderException as {@link Transcoder#decode} does
   */
  public Object read(byte[] bytes, int start, int length) {
    return read(bytes, start, length, WorkBudget.reading(context.limits(), length));
  }

  /**
   * Reads a whole graph that was just written, to find out whether it can be read.
   *
   * @throws TranscoderException as {@link Transcoder#decode} does, and if something is missing
   */
  public void readBack(byte[] bytes) {
    WorkBudget work = WorkBudget.readingBack(context.limits(), bytes.length);
    Object unused = read(bytes, 0, bytes.length, work);
  }

  private Object read(byte[] bytes, int start, int length, WorkBudget work) {
    StreamBytes in = new StreamBytes(bytes, start, length);
    return read(in, length, List.of(), work, work::settle);
  }

  /**
   * Reads one object.
   *
   * @param outside the objects that were left outside, in the order of {@link Part#outside}
   * @param work of the whole graph
   * @throws TranscoderException as {@link Transcoder#decode} does
   */
  public Object readPart(byte[] bytes, List<?> outside, WorkBudget work) {
    return read(new StreamBytes(bytes, 0, bytes.length), bytes.length, outside, work, () -> {});
  }

  private Object read(
      StreamBytes bytes, int length, List<?> outside, WorkBudget work, Runnable ending) {
    try (CheckedObjectInput in = new CheckedObjectInput(bytes, length, context, work, outside)) {
      Object root = in.readObject();
      if (root == null || in.read() != -1) {
        throw new TranscoderException(Reason.UNREADABLE, "not exactly one object");
      }
      ending.run();
      return root;
    } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
      // Bytes can name a class whose initializer fails, and trip assertions of the JDK.
      throw ApplicationFailure.whileReading(e);
    }
  }
}
