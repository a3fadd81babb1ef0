package io.holdfast.valkey;

import io.holdfast.core.storage.NodeFigures;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a node's figures from what it answers to {@code INFO}. */
final class Figures {

  private static final Pattern LINE =
      Pattern.compile("^(?<name>[a-z_]+):(?<value>[0-9]{1,18})\\r?$", Pattern.MULTILINE);
  private static final Pattern EVICTING =
      Pattern.compile("^maxmemory_policy:(?!noeviction\\b)(?<policy>[a-z-]+)", Pattern.MULTILINE);
  private static final Pattern FLUSHES =
      Pattern.compile("^cmdstat_flush(all|db):calls=(?<calls>[0-9]{1,18}),", Pattern.MULTILINE);

  private Figures() {}

  static @Nullable NodeFigures of(@Nullable Object reply) {
    String info = ReplyReader.text(reply);
    long evictions = -1;
    long used = -1;
    long limit = 0;
    for (Matcher line = LINE.matcher(info); line.find(); ) {
      long value = Long.parseLong(line.group("value"));
      switch (line.group("name")) {
        case "evicted_keys" -> evictions = value;
        case "used_memory" -> used = value;
        case "maxmemory" -> limit = value;
        default -> {
          // of no use here
        }
      }
    }
    long flushes = 0;
    for (Matcher line = FLUSHES.matcher(info); line.find(); ) {
      flushes += Long.parseLong(line.group("calls"));
    }
    Matcher evicting = EVICTING.matcher(info);
    String policy =
        limit > 0 && evicting.find() ? "maxmemory-policy " + evicting.group("policy") : null;
    return evictions < 0 || used < 0
        ? null
        : new NodeFigures(evictions, used, limit, flushes, policy);
  }
}
