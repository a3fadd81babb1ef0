package io.holdfast.core.transcoder;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns one object graph into bytes and back.
 *
 * <p>An implementation is safe for use by many threads at once, holds no reference to a graph after
 * a call returns, and never writes what it could not read again: a graph is either equal after a
 * round trip or refused by {@link #encode}.
 *
 * <p>It holds no class of the application after the context is gone, so that the application's
 * loader can be collected. Decoding takes memory and processor time in proportion to the bytes,
 * whatever they are: also hashing, comparing and objects that are larger than their bytes are
 * counted, and {@link #encode} refuses what {@link #decode} would refuse.
 */
public interface Transcoder {

  /**
   * Encodes a graph. Equal graphs that were not changed in between yield equal bytes, so that a
   * caller can decide on the bytes whether something changed.
   *
   * @param graph the root of the graph, never null
   * @return the bytes, owned by the caller
   * @throws TranscoderException if the graph holds an object that cannot be written and read again,
   *     or that the class filter refuses; the message names the class and the path to the object
   * @throws java.util.ConcurrentModificationException if another thread changed a collection of the
   *     graph while it was read; the caller may try again
   */
  byte[] encode(Object graph);

  /**
   * Encodes each root as a graph of its own, if the application cannot tell the difference when
   * they are read: no object that can change is reachable from two of them. One graph that cannot
   * be read costs none of the others then.
   *
   * <p>Unchanged roots yield the same answer and the same bytes each time. Values that cannot
   * change, such as texts, numbers and enum constants, may be reachable from several roots. An
   * implementation that cannot tell whether an object is shared returns null, as it does if it does
   * not support this at all.
   *
   * @param roots the roots of the graphs, none of them null
   * @return the bytes of each root, in the same order, each as {@link #decode} reads them; null if
   *     the roots have to stay together in one graph
   * @throws TranscoderException as {@link #encode} does
   * @throws java.util.ConcurrentModificationException as {@link #encode} does
   */
  default @Nullable List<byte[]> encodeApart(List<Object> roots) {
    return null;
  }

  /**
   * Encodes each root as a graph of its own, and has the bytes read where they lie. A transcoder
   * that keeps a buffer saves the copies that are made otherwise.
   *
   * @param roots the roots of the graphs, none of them null
   * @param isApart whether the roots have to stay together if what can change is reachable from two
   *     of them, as with {@link #encodeApart}; else each is encoded as {@link #encode} does
   * @param reader gets the graphs in the order of the roots, perhaps on another thread
   * @param <T> what the reader makes of the graphs
   * @return what the reader returns; null if the roots have to stay together in one graph
   * @throws TranscoderException as {@link #encode} does
   * @throws java.util.ConcurrentModificationException as {@link #encode} does
   */
  default <T> @Nullable T encodeEach(
      List<Object> roots, boolean isApart, Function<EncodedGraphs, T> reader) {
    List<byte[]> graphs = isApart ? encodeApart(roots) : roots.stream().map(this::encode).toList();
    return graphs == null ? null : reader.apply(EncodedGraphs.of(graphs));
  }

  /**
   * Decodes bytes that {@link #encode} wrote, in this JVM or another. The bytes are hostile until
   * proven otherwise: every class passes the {@link ClassFilter} before an instance of it exists,
   * and the {@link DecodeLimits} hold.
   *
   * @param bytes the encoded graph, not modified and not kept
   * @return the root of the graph
   * @throws TranscoderException for any input that is not a graph this transcoder can read; no
   *     other exception leaves this method, and no {@link Error} that bytes can provoke
   */
  Object decode(byte[] bytes);

  /**
   * Decodes a graph that lies between other bytes, as {@link #decode(byte[])} does. A transcoder
   * that can read there saves the copy that is made otherwise.
   *
   * @param bytes the array with the encoded graph, not modified and not kept
   * @param start where the graph starts
   * @param length its size
   * @return the root of the graph
   * @throws TranscoderException as {@link #decode(byte[])} does
   */
  default Object decode(byte[] bytes, int start, int length) {
    boolean whole = start == 0 && length == bytes.length;
    byte[] graph;
    try {
      graph = whole ? bytes : Arrays.copyOfRange(bytes, start, start + length);
    } catch (OutOfMemoryError e) {
      throw ApplicationFailure.whileReading(e);
    }
    return decode(graph);
  }
}
