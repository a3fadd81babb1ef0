package io.holdfast.valkey;

import io.holdfast.core.record.ValueParts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A command as it is sent: an array of bulk strings.
 *
 * @see <a href="https://valkey.io/topics/protocol/">RESP</a>
 */
final class CommandBytes {

  /** Bytes around an argument: its length in digits, and two ends of lines. */
  private static final int AROUND = 16;

  static final int VERSION_BYTES = Long.BYTES;

  private static final byte[] END = {'\r', '\n'};

  private final ByteBuffer bytes;

  /**
   * Begins a command.
   *
   * @param arguments how many follow, with its name
   * @param size of all arguments together, in bytes, or more
   */
  private CommandBytes(int arguments, int size) {
    this.bytes = ByteBuffer.allocate(Math.addExact(size, AROUND * (arguments + 1)));
    head('*', arguments);
  }

  /** A command of short arguments. */
  static ByteBuffer of(String... arguments) {
    int size = 0;
    byte[][] encoded = new byte[arguments.length][];
    for (int i = 0; i < arguments.length; i++) {
      encoded[i] = arguments[i].getBytes(StandardCharsets.UTF_8);
      size += encoded[i].length;
    }
    CommandBytes command = new CommandBytes(arguments.length, size);
    for (byte[] argument : encoded) {
      command.add(argument);
    }
    return command.end();
  }

  /** {@code SET}, with a value behind its version. */
  static ByteBuffer set(String key, long version, ValueParts value, String... more) {
    CommandBytes command =
        new CommandBytes(
            3 + more.length,
            Math.addExact(3 + key.length() + VERSION_BYTES + length(more), value.length()));
    command.add("SET").add(key).add(version, value);
    for (String argument : more) {
      command.add(argument);
    }
    return command.end();
  }

  /** A version as one of several short arguments. */
  static String text(long version) {
    byte[] bytes = ByteBuffer.allocate(VERSION_BYTES).putLong(version).array();
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /**
   * A script with its keys and arguments.
   *
   * @param verb and script: {@code EVALSHA} and its digest, or {@code EVAL} and its text
   */
  static ByteBuffer script(
      String verb,
      String script,
      List<String> keys,
      long version,
      ValueParts value,
      String... more) {
    String[] names = keys.toArray(String[]::new);
    CommandBytes command =
        new CommandBytes(
            4 + names.length + more.length,
            Math.addExact(
                length(verb, script, "1") + length(names) + VERSION_BYTES + length(more),
                value.length()));
    command.add(verb).add(script).add(Integer.toString(names.length));
    for (String name : names) {
      command.add(name);
    }
    command.add(version, value);
    for (String argument : more) {
      command.add(argument);
    }
    return command.end();
  }

  private static int length(String... arguments) {
    int length = 0;
    for (String argument : arguments) {
      length += argument.length();
    }
    return length;
  }

  private CommandBytes add(String ascii) {
    return add(ascii.getBytes(StandardCharsets.ISO_8859_1));
  }

  private CommandBytes add(byte[] argument) {
    head('$', argument.length);
    bytes.put(argument).put(END);
    return this;
  }

  private CommandBytes add(long version, ValueParts value) {
    head('$', VERSION_BYTES + value.length());
    int unused = value.write(0, bytes.putLong(version));
    bytes.put(END);
    return this;
  }

  private void head(char kind, int number) {
    bytes.put((byte) kind);
    bytes.put(Integer.toString(number).getBytes(StandardCharsets.ISO_8859_1));
    bytes.put(END);
  }

  private ByteBuffer end() {
    return bytes.flip();
  }
}
