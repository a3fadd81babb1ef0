package io.holdfast.valkey;

import io.holdfast.core.record.ValueParts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A command as it is sent: an array of bulk strings. It is written into the buffer of its
 * connection, and has none of its own.
 *
 * @see <a href="https://valkey.io/topics/protocol/">RESP</a>
 */
final class CommandBytes {

  static final int VERSION_BYTES = Long.BYTES;

  /** More than what is in front of an argument: two ends of lines, its length, a version. */
  private static final int IN_FRONT = 32;

  private static final int TEN = 10;

  private final Object[] arguments;
  private int next;

  /** An argument that is only written in part, or not at all; null for none. */
  private @Nullable ValueParts begun;

  private int written;
  private boolean isWritten;

  /**
   * Eight bytes and what follows them, as one argument.
   *
   * @param value may be empty
   */
  record Versioned(long version, ValueParts value) {}

  /**
   * Creates a command.
   *
   * @param arguments with its name: each a {@link Versioned}, or a text, of whose characters the
   *     low byte is sent
   */
  CommandBytes(Object... arguments) {
    this.arguments = arguments;
  }

  /** A command of texts with any characters. */
  static CommandBytes ofTexts(String... texts) {
    Object[] arguments = new Object[texts.length];
    for (int i = 0; i < texts.length; i++) {
      arguments[i] =
          new String(texts[i].getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
    return new CommandBytes(arguments);
  }

  /**
   * Writes as much as there is room for, and nothing when all is written.
   *
   * @param room to form short arguments in, as of {@link
   *     io.holdfast.core.storage.link.WireCommand#put}
   * @return whether all is written
   */
  boolean put(ByteBuffer out, ByteBuffer room) {
    while (!isWritten && isBegunWritten(out) && out.remaining() >= room.capacity()) {
      isWritten = form(room.clear());
      out.put(room.flip());
    }
    return isWritten;
  }

  private boolean isBegunWritten(ByteBuffer out) {
    if (begun != null) {
      written = begun.write(written, out);
      if (written < begun.length()) {
        return false;
      }
      begun = null;
    }
    return true;
  }

  /** Forms arguments as far as there is room; returns whether they were the last. */
  private boolean form(ByteBuffer room) {
    if (next == 0) {
      room.put((byte) '*');
      write(room, arguments.length);
    }
    while (begun == null && next < arguments.length && room.remaining() >= IN_FRONT) {
      form(room, arguments[next]);
      next++;
    }
    boolean isAll = begun == null && next == arguments.length && room.remaining() >= 2;
    if (isAll) {
      endLine(room);
    }
    return isAll;
  }

  private void form(ByteBuffer room, Object argument) {
    endLine(room);
    room.put((byte) '$');
    if (argument instanceof Versioned versioned) {
      write(room, VERSION_BYTES + versioned.value.length());
      endLine(room);
      room.putLong(versioned.version);
      begin(versioned.value);
    } else {
      String text = (String) argument;
      write(room, text.length());
      endLine(room);
      if (text.length() <= room.remaining()) {
        write(room, text);
      } else {
        begin(ValueParts.of(text.getBytes(StandardCharsets.ISO_8859_1)));
      }
    }
  }

  private void begin(ValueParts value) {
    begun = value.length() == 0 ? null : value;
    written = 0;
  }

  private static void endLine(ByteBuffer room) {
    room.put((byte) '\r').put((byte) '\n');
  }

  /** Writes a number that is not negative. */
  private static void write(ByteBuffer room, int number) {
    if (number >= TEN) {
      write(room, number / TEN);
    }
    room.put((byte) ('0' + number % TEN));
  }

  @SuppressWarnings("deprecation") // it takes the low byte of each: there is no other one here
  private static void write(ByteBuffer room, String text) {
    text.getBytes(0, text.length(), room.array(), room.arrayOffset() + room.position());
    room.position(room.position() + text.length());
  }
}
