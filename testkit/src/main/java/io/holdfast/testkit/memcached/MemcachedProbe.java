package io.holdfast.testkit.memcached;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.LineConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a node in memcached's text protocol for its items, without the client under test. Each
 * question opens a connection; no answer within twenty seconds is an {@link
 * java.io.UncheckedIOException}.
 */
public final class MemcachedProbe implements NodeProbe {

  private static final int MOST_DUMPS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Pattern DUMPED = Pattern.compile("key=(\\S+) exp=(-?\\d+) .*");
  private static final List<String> COUNTERS =
      List.of("cmd_", "get_", "delete_", "incr_", "decr_", "cas_", "touch_");

  private final String host;
  private final int port;
  private final @Nullable Login login;

  /** Creates a probe; connects to nothing yet. */
  public MemcachedProbe(String host, int port) {
    this(host, port, null);
  }

  /** A probe that logs in; null if it need not. */
  MemcachedProbe(String host, int port, @Nullable Login login) {
    this.host = host;
    this.port = port;
    this.login = login;
  }

  /**
   * The item of a key.
   *
   * @param flags the number that the client stored with the value
   * @param cas changes with every change of the item
   * @param value the bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // read from a socket, never compared
  public record Stored(int flags, long cas, byte[] value) {}

  @Override
  public @Nullable Stored stored(String key) {
    try (LineConnection connection = connect()) {
      connection.send("gets " + key + "\r\n");
      String header = connection.line();
      if (header.equals("END")) {
        return null;
      }
      String[] parts = header.split(" ", -1);
      if (parts.length != 5 || !parts[0].equals("VALUE")) {
        throw new IllegalStateException("Unexpected answer to gets: " + header);
      }
      byte[] value = connection.bytes(Integer.parseInt(parts[3]));
      connection.expect("");
      connection.expect("END");
      return new Stored(Integer.parseUnsignedInt(parts[2]), Long.parseLong(parts[4]), value);
    }
  }

  @Override
  public void set(String key, int flags, long expirySeconds, byte[] value) {
    try (LineConnection connection = connect()) {
      connection.send(
          "set %s %s %d %d\r\n"
              .formatted(key, Integer.toUnsignedString(flags), expirySeconds, value.length));
      connection.send(value);
      connection.send("\r\n");
      connection.expect("STORED");
    }
  }

  @Override
  public void corrupt(String key, byte[] value) {
    Stored stored = stored(key);
    if (stored == null) {
      throw new IllegalStateException("Nothing is stored under the key");
    }
    set(key, stored.flags(), 0, value);
  }

  @Override
  public boolean delete(String key) {
    try (LineConnection connection = connect()) {
      connection.send("delete " + key + "\r\n");
      return connection.line().equals("DELETED");
    }
  }

  @Override
  public void flushAll() {
    try (LineConnection connection = connect()) {
      connection.send("flush_all\r\n");
      connection.expect("OK");
    }
  }

  @Override
  public String version() {
    try (LineConnection connection = connect()) {
      connection.send("version\r\n");
      return connection.line().replaceFirst("VERSION ", "");
    }
  }

  @Override
  public Map<String, String> stats() {
    Map<String, String> stats = new LinkedHashMap<>();
    try (LineConnection connection = connect()) {
      connection.send("stats\r\n");
      for (String line = connection.line(); !line.equals("END"); line = connection.line()) {
        String[] parts = line.split(" ", 3);
        stats.put(parts[1], parts[2]);
      }
    }
    return stats;
  }

  /** Also how often each one hit and missed, such as {@code get_hits}. */
  @Override
  public Map<String, Long> commandCounts() {
    return stats().entrySet().stream()
        .filter(entry -> COUNTERS.stream().anyMatch(entry.getKey()::startsWith))
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> Long.parseLong(entry.getValue())));
  }

  @Override
  public int itemCount() {
    String items = stats().get("curr_items");
    if (items == null) {
      throw new IllegalStateException("The node does not count its items");
    }
    return Integer.parseInt(items);
  }

  @Override
  public List<String> keys() {
    return List.copyOf(expiries().keySet());
  }

  /**
   * The node leaves out an item that one of its threads holds just then; so it is asked again where
   * it counts more items, until it says the same twice: some may have expired.
   */
  @Override
  public Map<String, Long> expiries() {
    Map<String, Long> last = dumped();
    for (int i = 0; i < MOST_DUMPS && last.size() < itemCount(); i++) {
      Map<String, Long> next = dumped();
      if (next.keySet().equals(last.keySet())) {
        return next;
      }
      last = next;
    }
    return last;
  }

  /**
   * What the node lists. Waits while its only crawler is at work: memcached also starts it by
   * itself when many items have expired, so that it is free for moments only.
   */
  private Map<String, Long> dumped() {
    return Await.valueClosely(
            "the node's crawler is free", TIMEOUT, this::dump, Optional::isPresent)
        .orElseThrow();
  }

  /** The same; empty if the crawler is at work. */
  private Optional<Map<String, Long>> dump() {
    Map<String, Long> expiries = new LinkedHashMap<>();
    try (LineConnection connection = connect()) {
      connection.send("lru_crawler metadump all\r\n");
      for (String line = connection.line(); !line.equals("END"); line = connection.line()) {
        Matcher item = DUMPED.matcher(line);
        if (line.startsWith("BUSY ")) {
          return Optional.empty();
        }
        if (!item.matches() && !line.equals("OK")) { // as 1.6.45 begins
          throw new IllegalStateException("Unexpected answer to lru_crawler metadump: " + line);
        }
        if (item.matches()) {
          String key = URLDecoder.decode(item.group(1), StandardCharsets.UTF_8);
          expiries.put(key, Long.parseLong(item.group(2)));
        }
      }
    }
    return Optional.of(expiries);
  }

  private LineConnection connect() {
    LineConnection connection = LineConnection.open(host, port, TIMEOUT);
    if (login == null) {
      return connection;
    }
    try {
      login.on(connection);
      return connection;
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }
}
