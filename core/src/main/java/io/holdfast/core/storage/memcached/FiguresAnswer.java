package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.link.Exchange;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;

/** The answer of a node to a question about itself; takes four of its many numbers. */
final class FiguresAnswer extends Answer<@Nullable NodeFigures> implements StatsOperation.Callback {

  private static final String EVICTIONS = "evictions";
  private static final String BYTES = "bytes";
  private static final String LIMIT = "limit_maxbytes";
  private static final String FLUSHES = "cmd_flush";
  private static final Set<String> OF_USE = Set.of(EVICTIONS, BYTES, LIMIT, FLUSHES);

  private final Map<String, Long> numbers = new HashMap<>();

  FiguresAnswer(Exchange<@Nullable NodeFigures> exchange, NodeLink link) {
    super(exchange, link);
  }

  @Override
  public void gotStat(String name, String value) {
    if (OF_USE.contains(name)) {
      numbers.put(name, numberOf(value));
    }
  }

  @Override
  boolean isExpected(StatusCode code) {
    return code == StatusCode.SUCCESS;
  }

  /** Null if the server is no memcached: others count other things. */
  @Override
  @Nullable NodeFigures meaningOf(StatusCode code) {
    return numbers.containsKey(EVICTIONS)
        ? new NodeFigures(number(EVICTIONS), number(BYTES), number(LIMIT), number(FLUSHES))
        : null;
  }

  private long number(String name) {
    return numbers.getOrDefault(name, 0L);
  }

  /** The number; 0 for a text that is none. */
  private static long numberOf(String value) {
    try {
      return Math.max(0, Long.parseLong(value.strip()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
