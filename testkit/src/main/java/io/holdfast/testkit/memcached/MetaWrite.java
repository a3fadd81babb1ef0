package io.holdfast.testkit.memcached;

import io.holdfast.testkit.memcached.ItemStore.Mode;
import io.holdfast.testkit.memcached.ItemStore.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code ms}, as far as clients use it: its flags {@code c}, {@code C}, {@code F},
 * {@code T} and the modes {@code A}, {@code E} and {@code S}.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol, Meta
 *     Set</a>
 */
record MetaWrite(
    String key, int length, int flags, long exptime, Mode mode, long cas, boolean tellsCas) {

  /**
   * Reads a command; null if it is none.
   *
   * @throws NumberFormatException if a number is none
   */
  static @Nullable MetaWrite of(Command command) {
    if (command.arguments().size() < 2) {
      return null;
    }
    int length = Integer.parseInt(command.argument(1));
    int flags = 0;
    long exptime = 0;
    Mode mode = Mode.SET;
    long cas = 0;
    boolean tellsCas = false;
    for (String flag : command.arguments().subList(2, command.arguments().size())) {
      String token = flag.substring(1);
      switch (flag.charAt(0)) {
        case 'c' -> tellsCas = true;
        case 'C' -> {
          cas = Long.parseUnsignedLong(token);
          mode = mode == Mode.SET ? Mode.CAS : mode;
        }
        case 'F' -> flags = Integer.parseUnsignedInt(token);
        case 'T' -> exptime = Long.parseLong(token);
        case 'M' -> mode = token.equals("E") ? Mode.ADD : token.equals("A") ? Mode.APPEND : mode;
        default -> {
          return null;
        }
      }
    }
    return length < 0
        ? null
        : new MetaWrite(command.argument(0), length, flags, exptime, mode, cas, tellsCas);
  }

  /** The classic command that does the same. */
  String classicName() {
    return switch (mode) {
      case ADD -> "add";
      case CAS -> "cas";
      case APPEND -> "append";
      case SET, REPLACE, PREPEND -> "set";
    };
  }

  /** What the server answers. */
  String answer(ItemStore.Written written) {
    String word =
        switch (written.outcome()) {
          case STORED -> "HD";
          case NOT_STORED -> "NS";
          case EXISTS -> "EX";
          case NOT_FOUND -> "NF";
        };
    long made = written.outcome() == Outcome.STORED ? written.cas() : 0;
    return tellsCas ? word + " c" + made : word;
  }
}
