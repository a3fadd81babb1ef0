package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The user's extensions of a serializer. A graph that some of them wrote starts with a zero byte,
 * which no other graph does, their number and a fingerprint of each: a reader that does not have
 * the same ones refuses it instead of reading it wrongly.
 */
public final class Extensions {

  private static final byte MARK = 0;
  private static final int HEAD_BYTES = 1 + Short.BYTES;

  private final IdentityHashMap<Object, Integer> fingerprints = new IdentityHashMap<>();

  /**
   * Takes the extensions.
   *
   * @param classes the user's class behind each: its name tells in the bytes which one it was
   */
  public Extensions(Map<?, Class<?>> classes) {
    classes.forEach((extension, type) -> fingerprints.put(extension, fingerprint(type)));
  }

  private static int fingerprint(Class<?> type) {
    CRC32C sum = new CRC32C();
    sum.update(type.getName().getBytes(StandardCharsets.UTF_8));
    return (int) sum.getValue();
  }

  /** Starts to note who writes a graph. */
  public Written write() {
    return new Written();
  }

  /**
   * Starts to read a graph.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if it depends on an extension
   *     that there is not
   */
  public Read read(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] != MARK) {
      return new Read(bytes, 0, Set.of());
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
    int count = in.remaining() < Short.BYTES ? 0 : Short.toUnsignedInt(in.getShort());
    if (count == 0 || count > in.remaining() / Integer.BYTES) {
      throw DecodeState.unreadable("neither a graph nor the extensions that wrote it", null);
    }
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < count; i++) {
      used.add(in.getInt());
    }
    // The map's own view of its values compares them by identity.
    if (!new HashSet<>(fingerprints.values()).containsAll(used)) {
      throw DecodeState.unreadable(
          "was written with another customConverter than there is here", null);
    }
    return new Read(bytes, in.position(), used);
  }

  /** Which extensions wrote a graph. For one thread. */
  public final class Written {

    private final SortedSet<Integer> used = new TreeSet<>();

    private Written() {}

    /** Notes that an extension writes an object. */
    public void note(Object extension) {
      Integer fingerprint = fingerprints.get(extension);
      if (fingerprint != null) {
        used.add(fingerprint);
      }
    }

    /** Returns whether none wrote any of the graph. */
    public boolean isEmpty() {
      return used.isEmpty();
    }

    /** The bytes of the graph, marked if extensions wrote some of it. */
    public byte[] mark(byte[] graph) {
      if (used.isEmpty()) {
        return graph;
      }
      ByteBuffer marked =
          ByteBuffer.allocate(HEAD_BYTES + used.size() * Integer.BYTES + graph.length)
              .put(MARK)
              .putShort((short) used.size());
      used.forEach(marked::putInt);
      return marked.put(graph).array();
    }
  }

  /** Which extensions may read a graph: those that wrote it. */
  public final class Read {

    private final byte[] bytes;
    private final int start;
    private final Set<Integer> used;

    private Read(byte[] bytes, int start, Set<Integer> used) {
      this.bytes = bytes;
      this.start = start;
      this.used = used;
    }

    /** The bytes without the mark. */
    public byte[] graph() {
      return start == 0 ? bytes : Arrays.copyOfRange(bytes, start, bytes.length);
    }

    /**
     * Checks that an extension may read an object.
     *
     * @throws TranscoderException with reason {@link Reason#UNREADABLE} if it wrote nothing of the
     *     graph
     */
    public void check(Object extension, Class<?> type) {
      Integer fingerprint = fingerprints.get(extension);
      if (fingerprint != null && !used.contains(fingerprint)) {
        throw DecodeState.unreadable(
            "class %s was written without the customConverter that there is here"
                .formatted(type.getName()),
            null);
      }
    }
  }
}
