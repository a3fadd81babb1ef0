package io.holdfast.valkey;

import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.discovery.FoundNodes;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.link.ReplyLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one reply of version 2 of the protocol, as it comes in pieces: a status as a {@code
 * String}, an error as a {@link ReplyError}, a number as a {@code Long}, an array as a {@code
 * List}, bytes as {@code byte[]} or a {@link StoredValue}. What is missing is null.
 */
final class ReplyReader {

  /** What a server may name as a host. */
  private static final Pattern HOST = Pattern.compile("[0-9A-Za-z_.:%-]{1,253}");

  private static final int HIGHEST_PORT = 65_535;

  /** Of all arrays of a reply together. */
  private static final int MOST_ELEMENTS = 1_000;

  private static final int DEEPEST = 4;

  /** Memory for a list before its elements have come; most have fewer. */
  private static final int AT_FIRST = 4;

  private static final int LONGEST_QUOTATION = 40;

  private final ReplyLine line;
  private final boolean hasVersions;
  private final int longestValue;
  private final int mostElements;
  private boolean isLineBegun;

  /** The innermost array that is not complete. */
  private @Nullable Elements array;

  private int elements;
  private byte @Nullable [] bulk;
  private int bulkRead;
  private long version;
  private int versionRead;
  private @Nullable String foreign;
  private @Nullable Object result;

  private record Elements(List<@Nullable Object> list, int size, @Nullable Elements around) {

    int depth() {
      return around == null ? 1 : 1 + around.depth();
    }
  }

  /**
   * Creates it for one reply.
   *
   * @param line of the connection
   * @param hasVersions whether bytes are values, which begin with their versions
   * @param longestValue in bytes; a reply that announces a longer one is rejected
   */
  ReplyReader(ReplyLine line, boolean hasVersions, int longestValue) {
    this(line, hasVersions, longestValue, MOST_ELEMENTS);
  }

  /** The same for longer lists. */
  ReplyReader(ReplyLine line, boolean hasVersions, int longestValue, int mostElements) {
    this.line = line;
    this.hasVersions = hasVersions;
    this.longestValue = longestValue;
    this.mostElements = mostElements;
  }

  /** The reply, once {@link #read} has returned true. */
  @Nullable Object result() {
    return result;
  }

  /** What is wrong with a value that Holdfast has not written; null if there is none. */
  @Nullable String foreign() {
    return foreign;
  }

  /**
   * Reads on.
   *
   * @param data what has come; what follows the reply stays in it
   * @return whether the reply has come as a whole
   */
  boolean read(ByteBuffer data) throws IOException {
    boolean isDone = false;
    while (!isDone && data.hasRemaining()) {
      byte[] begun = bulk;
      isDone = begun == null ? isLine(data) && isDoneWithLine() : isBulk(data, begun);
    }
    return isDone;
  }

  private boolean isLine(ByteBuffer data) throws IOException {
    if (!isLineBegun && "+-:$*".indexOf(data.get(data.position())) < 0) {
      throw unknown(StandardCharsets.ISO_8859_1.decode(data).toString());
    }
    boolean isRead = line.read(data);
    isLineBegun = !isRead;
    if (line.isTooLong()) {
      throw new IOException("this is no Valkey or Redis, a line of its answer does not end");
    }
    return isRead;
  }

  private boolean isDoneWithLine() throws IOException {
    if (line.startsWith("$")) {
      if (line.is("$-1")) {
        return isDone(null);
      }
      begin(number());
      return false;
    }
    if (line.startsWith("*")) {
      return line.is("*-1") ? isDone(null) : isDoneWithArray(number());
    }
    if (line.startsWith(":")) {
      return isDone(number());
    }
    String rest = line.text().substring(1);
    return isDone(line.startsWith("-") ? new ReplyError(rest) : rest);
  }

  private boolean isDoneWithArray(long size) throws IOException {
    if (size == 0) {
      return isDone(List.of());
    }
    if (size > mostElements - elements || (array != null && array.depth() == DEEPEST)) {
      throw unknown(line.text());
    }
    elements += (int) size;
    array = new Elements(new ArrayList<>(Math.min((int) size, AT_FIRST)), (int) size, array);
    return false;
  }

  private void begin(long length) throws IOException {
    if (length > longestValue) {
      throw new IOException(
          "the node claims a value of %d bytes, at most %d can be right"
              .formatted(length, longestValue));
    }
    boolean isVersioned = hasVersions && length >= CommandBytes.VERSION_BYTES;
    if (hasVersions && !isVersioned) {
      foreign = "the node has a value of %d bytes, which is not ours".formatted(length);
    }
    versionRead = isVersioned ? 0 : CommandBytes.VERSION_BYTES;
    version = 0;
    bulk = new byte[(int) length - (isVersioned ? CommandBytes.VERSION_BYTES : 0)];
    bulkRead = 0;
  }

  /** Reads bytes, and the end of line behind them. */
  private boolean isBulk(ByteBuffer data, byte[] into) throws IOException {
    while (versionRead < CommandBytes.VERSION_BYTES && data.hasRemaining()) {
      version = (version << Byte.SIZE) | (data.get() & 0xff);
      versionRead++;
    }
    if (bulkRead < into.length) {
      int count = Math.min(data.remaining(), into.length - bulkRead);
      data.get(into, bulkRead, count);
      bulkRead += count;
    }
    while (bulkRead >= into.length && data.hasRemaining()) {
      byte expected = (byte) (bulkRead == into.length ? '\r' : '\n');
      if (data.get() != expected) {
        throw new IOException(
            "the node answered more than the value's %d bytes".formatted(into.length));
      }
      if (expected == '\n') {
        bulk = null;
        return isDone(hasVersions ? new StoredValue(into, version) : into);
      }
      bulkRead++;
    }
    return false;
  }

  /** Puts an element where it belongs; returns whether it was the last of all. */
  private boolean isDone(@Nullable Object element) {
    Object whole = element;
    while (array != null) {
      array.list.add(whole);
      if (array.list.size() < array.size) {
        return false;
      }
      whole = array.list;
      array = array.around;
    }
    result = whole;
    return true;
  }

  /** The number behind the first character of the line. */
  private long number() throws IOException {
    try {
      long number = line.number(0, 1);
      if (number >= 0 && line.words() == 1) {
        return number;
      }
    } catch (NumberFormatException e) { // as any other line that is no reply
    }
    throw unknown(line.text());
  }

  private static IOException unknown(String answer) {
    String begins = answer.lines().findFirst().orElse("");
    String quoted =
        FoundNodes.quoted(
            begins.substring(0, Math.min(begins.length(), LONGEST_QUOTATION)).strip());
    return new IOException("this is no Valkey or Redis, it answers %s".formatted(quoted));
  }

  /** A server that another one names; null if this is none. */
  static @Nullable ServerAddress server(String host, String port) {
    int number = port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : 0;
    return HOST.matcher(host).matches() && number >= 1 && number <= HIGHEST_PORT
        ? new ServerAddress(host, number)
        : null;
  }

  /** A text of bytes, as keys and words of the server are. */
  static String text(@Nullable Object reply) {
    return reply instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : String.valueOf(reply);
  }
}
