package io.holdfast.valkey;

import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.discovery.FoundNodes;
import io.holdfast.core.storage.StoredValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
  private static final int LONGEST_LINE = 1_024;

  /** Of all arrays of a reply together. */
  private static final int MOST_ELEMENTS = 1_000;

  private static final int DEEPEST = 4;

  private final boolean hasVersions;
  private final int longestValue;
  private final Deque<Elements> arrays = new ArrayDeque<>();
  private final StringBuilder line = new StringBuilder();
  private byte @Nullable [] bulk;
  private final int mostElements;
  private long elements;
  private int bulkRead;
  private long version;
  private int versionRead;
  private int endRead;
  private @Nullable Object result;

  private record Elements(List<@Nullable Object> list, int size) {}

  /**
   * Creates it for one reply.
   *
   * @param hasVersions whether bytes are values, which begin with their versions
   * @param longestValue in bytes; a reply that announces a longer one is rejected
   */
  ReplyReader(boolean hasVersions, int longestValue) {
    this(hasVersions, longestValue, MOST_ELEMENTS);
  }

  /** The same for longer lists. */
  ReplyReader(boolean hasVersions, int longestValue, int mostElements) {
    this.mostElements = mostElements;
    this.hasVersions = hasVersions;
    this.longestValue = longestValue;
  }

  /** The reply, once {@link #read} has returned true. */
  @Nullable Object result() {
    return result;
  }

  /**
   * Reads on.
   *
   * @param data what has come; what follows the reply stays in it
   * @return whether the reply has come as a whole
   */
  boolean read(ByteBuffer data) throws IOException {
    while (data.hasRemaining()) {
      if (bulk != null) {
        if (readBulk(data, bulk)) {
          byte[] bytes = bulk;
          bulk = null;
          if (isDone(hasVersions ? new StoredValue(bytes, version) : bytes)) {
            return true;
          }
        }
      } else if (readLine(data) && isDoneWithLine()) {
        return true;
      }
    }
    return false;
  }

  private boolean readLine(ByteBuffer data) throws IOException {
    while (data.hasRemaining()) {
      char next = (char) (data.get() & 0xff);
      if (next == '\n') {
        int last = line.length() - 1;
        if (last < 1 || line.charAt(last) != '\r') {
          throw unknown();
        }
        line.setLength(last);
        return true;
      }
      line.append(next);
      if (line.length() > LONGEST_LINE || "+-:$*".indexOf(line.charAt(0)) < 0) {
        throw unknown();
      }
    }
    return false;
  }

  private boolean isDoneWithLine() throws IOException {
    char kind = line.charAt(0);
    String rest = line.substring(1);
    switch (kind) {
      case '+' -> {
        return isDone(rest);
      }
      case '-' -> {
        return isDone(new ReplyError(rest));
      }
      case ':' -> {
        return isDone(number(rest));
      }
      case '$' -> {
        long length = number(rest);
        if (length < 0) {
          return isDone(null);
        }
        begin(length);
        return false;
      }
      default -> {
        long size = number(rest);
        if (size < 0) {
          return isDone(null);
        }
        if (size == 0) {
          return isDone(List.of());
        }
        elements += Math.min(size, Integer.MAX_VALUE);
        if (size > mostElements || elements > mostElements || arrays.size() == DEEPEST) {
          throw unknown();
        }
        arrays.push(new Elements(new ArrayList<>(), (int) size));
        line.setLength(0);
        return false;
      }
    }
  }

  private void begin(long length) throws IOException {
    if (length > longestValue) {
      throw new IOException(
          "the node claims a value of %d bytes, at most %d can be right"
              .formatted(length, longestValue));
    }
    if (hasVersions && length < CommandBytes.VERSION_BYTES) {
      throw new IOException(
          "the node has a value of %d bytes, which is not ours".formatted(length));
    }
    versionRead = hasVersions ? 0 : CommandBytes.VERSION_BYTES;
    version = 0;
    bulk = new byte[(int) length - (hasVersions ? CommandBytes.VERSION_BYTES : 0)];
    bulkRead = 0;
    endRead = 0;
  }

  private boolean readBulk(ByteBuffer data, byte[] into) {
    while (versionRead < CommandBytes.VERSION_BYTES && data.hasRemaining()) {
      version = (version << Byte.SIZE) | (data.get() & 0xff);
      versionRead++;
    }
    int count = Math.min(data.remaining(), into.length - bulkRead);
    data.get(into, bulkRead, count);
    bulkRead += count;
    while (endRead < 2 && data.hasRemaining()) {
      data.get();
      endRead++;
    }
    return endRead == 2;
  }

  /** Puts an element where it belongs; returns whether it was the last of all. */
  private boolean isDone(@Nullable Object element) {
    line.setLength(0);
    Object whole = element;
    while (!arrays.isEmpty()) {
      Elements array = arrays.peek();
      array.list().add(whole);
      if (array.list().size() < array.size()) {
        return false;
      }
      arrays.pop();
      whole = array.list();
    }
    result = whole;
    return true;
  }

  private long number(String digits) throws IOException {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw unknown();
    }
  }

  private IOException unknown() {
    String answer = line.substring(0, Math.min(line.length(), 40)).strip();
    return new IOException(
        "this is no Valkey or Redis, it answers %s".formatted(FoundNodes.quoted(answer)));
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
