package io.holdfast.testkit.valkey;

import io.holdfast.testkit.memcached.MemcachedProbe.Stored;
import io.holdfast.testkit.memcached.NodeProbe;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks a Valkey or Redis for its items, which have their versions in front. */
final class ValkeyProbe implements NodeProbe {

  private static final Pattern CLIENTS =
      Pattern.compile("^connected_clients:([0-9]+)", Pattern.MULTILINE);
  private static final Pattern VERSION =
      Pattern.compile("^(?:valkey|redis)_version:([0-9.]+)", Pattern.MULTILINE);
  private static final Pattern COMMAND =
      Pattern.compile("^cmdstat_([a-z]+):calls=([0-9]+)", Pattern.MULTILINE);

  /** What memcached calls such commands; a script counts as a write, and what it calls too. */
  private static final Map<String, String> NAMES =
      Map.of(
          "get", "cmd_get",
          "mget", "cmd_get",
          "set", "cmd_set",
          "eval", "cmd_set",
          "evalsha", "cmd_set",
          "pexpire", "cmd_touch",
          "del", "delete_hits",
          "unlink", "delete_hits");

  private final ValkeyProcess process;

  ValkeyProbe(ValkeyProcess process) {
    this.process = process;
  }

  @Override
  public @Nullable Stored stored(String key) {
    byte[] value = ValkeyProcess.valueAt(process.port(), key);
    return value == null
        ? null
        : new Stored(
            0,
            ByteBuffer.wrap(value).getLong(),
            Arrays.copyOfRange(value, Long.BYTES, value.length));
  }

  @Override
  public void set(String key, int flags, long expirySeconds, byte[] value) {
    process.set(key, versioned(1, value));
    if (expirySeconds != 0) {
      process.ask("EXPIRE %s %d".formatted(key, expirySeconds));
    }
  }

  private static byte[] versioned(long version, byte[] value) {
    return ByteBuffer.allocate(Long.BYTES + value.length).putLong(version).put(value).array();
  }

  @Override
  public void corrupt(String key, byte[] value) {
    Stored stored = stored(key);
    if (stored == null) {
      throw new IllegalStateException("Nothing is stored under the key");
    }
    process.set(key, versioned(stored.cas() + 1, value));
  }

  @Override
  public boolean delete(String key) {
    return process.ask("DEL " + key).startsWith(":1");
  }

  @Override
  public void flushAll() {
    process.ask("FLUSHALL");
  }

  @Override
  public String version() {
    return found(VERSION, "INFO server");
  }

  private String found(Pattern pattern, String question) {
    Matcher matcher = pattern.matcher(process.ask(question));
    if (!matcher.find()) {
      throw new IllegalStateException(process + " has no " + pattern);
    }
    return matcher.group(1);
  }

  @Override
  public Map<String, String> stats() {
    return Map.of(
        "curr_items",
        Integer.toString(itemCount()),
        "curr_connections",
        found(CLIENTS, "INFO clients"));
  }

  @Override
  public Map<String, Long> commandCounts() {
    return COMMAND
        .matcher(process.ask("INFO commandstats"))
        .results()
        .filter(command -> NAMES.containsKey(command.group(1)))
        .collect(
            Collectors.groupingBy(
                command -> NAMES.get(command.group(1)),
                Collectors.summingLong(ValkeyProbe::calls)));
  }

  private static long calls(MatchResult command) {
    return Long.parseLong(command.group(2));
  }

  @Override
  public int itemCount() {
    return Math.toIntExact(number("DBSIZE"));
  }

  private long number(String command) {
    return Long.parseLong(process.ask(command).strip().substring(1));
  }

  @Override
  public List<String> keys() {
    return process
        .ask("KEYS *")
        .lines()
        .filter(line -> !line.isEmpty() && "*$+-:".indexOf(line.charAt(0)) < 0)
        .toList();
  }

  @Override
  public Map<String, Long> expiries() {
    Map<String, Long> expiries = new LinkedHashMap<>();
    long now = System.currentTimeMillis();
    for (String key : keys()) {
      long left = number("PTTL " + key);
      if (left != -2) { // it has expired since
        expiries.put(key, left < 0 ? left : (now + left) / 1_000);
      }
    }
    return expiries;
  }
}
