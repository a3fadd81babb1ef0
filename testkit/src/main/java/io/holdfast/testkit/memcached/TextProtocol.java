package io.holdfast.testkit.memcached;

import io.holdfast.testkit.memcached.ItemStore.Mode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers the commands of one connection as memcached's doc/protocol.txt describes. It knows the
 * classic text commands; of the meta commands {@code mn}, {@code ms}, and {@code mg} with the flags
 * {@code c}, {@code v} and {@code C}.
 */
final class TextProtocol {

  private static final int LONGEST_KEY = 250;
  private static final String BAD_FORMAT = "CLIENT_ERROR bad command line format";

  private final CommandReader reader;
  private final OutputStream out;
  private final ItemStore store;

  TextProtocol(CommandReader reader, OutputStream out, ItemStore store) {
    this.reader = reader;
    this.out = out;
    this.store = store;
  }

  /** Executes a command and writes its answer; returns false if the connection is to be closed. */
  boolean execute(Command command) throws IOException {
    if (command.name().equals("quit")) {
      return false;
    }
    String answer = answer(command);
    if (answer != null && !command.quiet()) {
      write(answer + "\r\n");
    }
    return true;
  }

  /** The answer in one line; null if it was written already. */
  private @Nullable String answer(Command command) throws IOException {
    try {
      return switch (command.name()) {
        case "get", "gets" -> retrieve(command, command.arguments(), null);
        case "gat", "gats" -> getAndTouch(command);
        case "set", "add", "replace", "append", "prepend", "cas" -> store(command);
        case "delete" -> delete(command);
        case "incr", "decr" -> calculate(command);
        case "touch" -> touch(command);
        case "stats" -> stats(command);
        case "flush_all" -> flush(command);
        case "verbosity" -> "OK";
        case "version" -> "VERSION " + EmbeddedMemcached.VERSION;
        case "mn" -> "MN";
        case "mg" -> retrieveMeta(command);
        case "ms" -> storeMeta(command);
        case "lru_crawler" -> dump(command);
        default -> "ERROR";
      };
    } catch (NumberFormatException e) {
      return BAD_FORMAT;
    }
  }

  private @Nullable String getAndTouch(Command command) throws IOException {
    if (command.arguments().size() < 2) {
      return "ERROR";
    }
    long exptime = Long.parseLong(command.argument(0));
    List<String> keys = command.arguments().subList(1, command.arguments().size());
    return retrieve(command, keys, exptime);
  }

  private @Nullable String retrieve(Command command, List<String> keys, @Nullable Long exptime)
      throws IOException {
    if (keys.isEmpty()) {
      return "ERROR";
    }
    if (keys.stream().anyMatch(TextProtocol::isTooLong)) {
      return BAD_FORMAT;
    }
    boolean withCas = command.name().endsWith("s");
    for (String key : keys) {
      Item item = exptime == null ? store.get(key) : store.getAndTouch(key, exptime);
      if (item != null) {
        String cas = withCas ? " " + item.cas() : "";
        String flags = Integer.toUnsignedString(item.flags());
        write("VALUE " + key + " " + flags + " " + item.data().length + cas + "\r\n");
        out.write(item.data());
        write("\r\n");
      }
    }
    return "END";
  }

  private @Nullable String retrieveMeta(Command command) throws IOException {
    if (command.has(0)) {
      return "ERROR";
    }
    if (isTooLong(command.argument(0))) {
      return BAD_FORMAT;
    }
    boolean tellsCas = false;
    boolean sendsValue = false;
    long known = 0;
    for (String flag : command.arguments().subList(1, command.arguments().size())) {
      switch (flag.charAt(0)) {
        case 'c' -> tellsCas = true;
        case 'v' -> sendsValue = true;
        case 'C' -> known = Long.parseUnsignedLong(flag.substring(1));
        default -> {
          return "CLIENT_ERROR invalid flag";
        }
      }
    }
    Item item = store.get(command.argument(0));
    if (item == null) {
      return "EN";
    }
    String told = tellsCas ? " c" + item.cas() : "";
    if (!sendsValue || item.cas() == known) {
      return "HD" + told;
    }
    write("VA " + item.data().length + told + "\r\n");
    out.write(item.data());
    return "";
  }

  private String store(Command command) throws IOException {
    Mode mode = Mode.valueOf(command.name().toUpperCase(Locale.ROOT));
    if (!command.has(mode == Mode.CAS ? 5 : 4)) {
      return "ERROR";
    }
    String key = command.argument(0);
    long length = Integer.parseInt(command.argument(3));
    if (isTooLong(key) || length < 0) {
      return BAD_FORMAT;
    }
    int flags = Integer.parseUnsignedInt(command.argument(1));
    long exptime = Long.parseLong(command.argument(2));
    long cas = mode == Mode.CAS ? Long.parseUnsignedLong(command.argument(4)) : 0;
    if (!store.fits(key, length)) {
      reader.swallow(length);
      store.discard(key);
      return "SERVER_ERROR object too large for cache";
    }
    byte[] data = reader.block((int) length);
    return data == null
        ? "CLIENT_ERROR bad data chunk"
        : store.store(mode, key, flags, exptime, data, cas).outcome().name();
  }

  private String storeMeta(Command command) throws IOException {
    MetaWrite write = MetaWrite.of(command);
    if (write == null || isTooLong(write.key())) {
      return BAD_FORMAT;
    }
    if (!store.fits(write.key(), write.length())) {
      reader.swallow(write.length());
      store.discard(write.key());
      return "SERVER_ERROR object too large for cache";
    }
    byte[] data = reader.block(write.length());
    return data == null
        ? "CLIENT_ERROR bad data chunk"
        : write.answer(
            store.store(
                write.mode(), write.key(), write.flags(), write.exptime(), data, write.cas()));
  }

  private String delete(Command command) {
    boolean plain = command.has(1) || (command.has(2) && command.argument(1).equals("0"));
    if (!plain || isTooLong(command.argument(0))) {
      return command.has(0) ? "ERROR" : BAD_FORMAT;
    }
    return store.delete(command.argument(0)) ? "DELETED" : "NOT_FOUND";
  }

  private String touch(Command command) {
    if (!command.has(2)) {
      return "ERROR";
    }
    if (isTooLong(command.argument(0))) {
      return BAD_FORMAT;
    }
    long exptime = Long.parseLong(command.argument(1));
    return store.touch(command.argument(0), exptime) ? "TOUCHED" : "NOT_FOUND";
  }

  private String calculate(Command command) {
    if (!command.has(2)) {
      return "ERROR";
    }
    long delta;
    try {
      delta = Long.parseUnsignedLong(command.argument(1));
    } catch (NumberFormatException e) {
      return "CLIENT_ERROR invalid numeric delta argument";
    }
    try {
      String number = store.calculate(command.argument(0), delta, command.name().equals("incr"));
      return number == null ? "NOT_FOUND" : number;
    } catch (NumberFormatException e) {
      return "CLIENT_ERROR cannot increment or decrement non-numeric value";
    }
  }

  private String stats(Command command) throws IOException {
    if (command.has(1) && command.argument(0).equals("reset")) {
      store.resetStatistics();
      return "RESET";
    }
    if (command.has(0)) {
      write("STAT pid " + ProcessHandle.current().pid() + "\r\n");
      write("STAT version " + EmbeddedMemcached.VERSION + "\r\n");
      for (Map.Entry<String, String> entry : store.statistics().entrySet()) {
        write("STAT " + entry.getKey() + " " + entry.getValue() + "\r\n");
      }
    }
    return "END";
  }

  private String flush(Command command) {
    store.flush(command.has(0) ? 0 : Long.parseLong(command.argument(0)));
    return "OK";
  }

  private String dump(Command command) throws IOException {
    if (!command.arguments().equals(List.of("metadump", "all"))) {
      return "ERROR";
    }
    for (Map.Entry<String, Item> entry : store.entries()) {
      Item item = entry.getValue();
      long expiry = item.expiresAt() == Expiry.NEVER ? -1 : item.expiresAt() / 1000;
      String key = URLEncoder.encode(entry.getKey(), StandardCharsets.ISO_8859_1);
      long size = Item.size(entry.getKey(), item.data().length);
      write(
          "key=%s exp=%d la=0 cas=%d fetch=no cls=1 size=%d\n"
              .formatted(key, expiry, item.cas(), size));
    }
    return "END";
  }

  private static boolean isTooLong(String key) {
    return key.length() > LONGEST_KEY;
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
