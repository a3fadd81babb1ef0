package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.EncodedGraphs;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Graphs that one Kryo has written, behind each other in its buffer. For one thread. */
final class WrittenGraphs implements EncodedGraphs {

  private static final int FIRST_BUFFER = 1_024;
  private static final int LARGEST_BUFFER_KEPT = 256 * 1_024;

  /** A graph that ends behind these bytes gets an array of its own. */
  private static final int SHARED = 64 * 1_024;

  /** Some virtual machines have no larger arrays. */
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private static final int FEW = 16;

  private final int maxBytes;
  private final Output output;
  private byte[] @Nullable [] own = new byte[FEW][];
  private int[] ends = new int[FEW];
  private int size;

  /**
   * Creates it without graphs.
   *
   * @param maxBytes of each graph
   */
  WrittenGraphs(int maxBytes) {
    this.maxBytes = maxBytes;
    this.output = new Output(FIRST_BUFFER, maxBytes);
  }

  /** Begins the next graph; to be written behind the others. */
  Output begin() {
    int most = (int) Math.min(LARGEST, (long) end() + maxBytes);
    byte[] buffer = output.getBuffer();
    output.setBuffer(buffer, Math.max(most, buffer.length));
    output.setPosition(end());
    return output;
  }

  /** Where the next graph starts. */
  int end() {
    return size == 0 ? 0 : ends[size - 1];
  }

  /** The next graph is written. */
  void add() {
    if (size == ends.length) {
      own = Arrays.copyOf(own, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
    }
    int start = end();
    own[size] = null;
    boolean isShared = output.position() <= SHARED;
    if (!isShared) {
      own[size] = Arrays.copyOfRange(output.getBuffer(), start, output.position());
    }
    ends[size++] = isShared ? output.position() : start;
  }

  /** Lets go of the graphs, and of a large buffer. */
  void clear() {
    Arrays.fill(own, null);
    size = 0;
    if (ends.length > LARGEST_BUFFER_KEPT / Integer.BYTES) {
      own = new byte[FEW][];
      ends = new int[FEW];
    }
    if (output.getBuffer().length > LARGEST_BUFFER_KEPT) {
      output.setBuffer(new byte[FIRST_BUFFER], maxBytes);
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public byte[] array(int graph) {
    byte[] array = own[graph];
    return array == null ? output.getBuffer() : array;
  }

  @Override
  public int start(int graph) {
    return own[graph] != null || graph == 0 ? 0 : ends[graph - 1];
  }

  @Override
  public int length(int graph) {
    byte[] array = own[graph];
    return array == null ? ends[graph] - start(graph) : array.length;
  }

  @Override
  public byte[] take(int graph) {
    byte[] array = own[graph];
    return array == null
        ? Arrays.copyOfRange(output.getBuffer(), start(graph), ends[graph])
        : array;
  }
}
