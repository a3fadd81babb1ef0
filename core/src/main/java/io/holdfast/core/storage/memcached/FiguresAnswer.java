package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.link.Exchange;
import java.util.HashMap;
import java.util.Map;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;

/** The answer of a node to a question about itself; takes four of its many numbers. */
final class FiguresAnswer extends Answer<@Nullable NodeFigures> implements StatsOperation.Callback {

  private static final String EVICTIONS = "evictions";

  private final Map<String, String> figures = new HashMap<>();

  FiguresAnswer(Exchange<@Nullable NodeFigures> exchange, NodeLink link) {
    super(exchange, link);
  }

  @Override
  public void gotStat(String name, String value) {
    figures.put(name, value);
  }

  @Override
  boolean isExpected(StatusCode code) {
    return code == StatusCode.SUCCESS;
  }

  /** Null if the server is no memcached: others count other things. */
  @Override
  @Nullable NodeFigures meaningOf(StatusCode code) {
    return figures.containsKey(EVICTIONS)
        ? new NodeFigures(
            number(EVICTIONS), number("bytes"), number("limit_maxbytes"), number("cmd_flush"))
        : null;
  }

  /** 0 for a text that is none. */
  private long number(String name) {
    try {
      return Math.max(0, Long.parseLong(figures.getOrDefault(name, "").strip()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
