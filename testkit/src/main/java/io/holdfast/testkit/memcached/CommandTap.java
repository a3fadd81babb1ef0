package io.holdfast.testkit.memcached;

import io.holdfast.testkit.relay.Relay;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Stands in front of a node, notes each command that clients send in the text protocol, and lets
 * answers arrive as late as over a long line.
 */
public final class CommandTap implements AutoCloseable {

  private final Queue<String> commands = new ConcurrentLinkedQueue<>();
  private final LongAdder answered = new LongAdder();
  private final Relay relay;
  private volatile Duration delay = Duration.ZERO;

  private CommandTap(MemcachedNode node) {
    relay =
        Relay.before(
            new InetSocketAddress(node.host(), node.port()),
            (client, upstream, clock) ->
                new TappedConnection(
                    client, upstream, commands::add, answered, clock, () -> delay));
  }

  /** Opens a port of 127.0.0.1 that leads to the node; does not close the node. */
  public static CommandTap before(MemcachedNode node) {
    return new CommandTap(node);
  }

  /** {@code host:port} for clients. */
  public String address() {
    return relay.address();
  }

  /**
   * Verb and key of each command about an item so far, such as {@code gets abc}. A meta set is
   * noted as the classic command that does the same: {@code add}, {@code cas} or {@code set}.
   */
  public List<String> commands() {
    return List.copyOf(commands);
  }

  /** How many bytes the node has answered so far, to anything. */
  public long answeredBytes() {
    return answered.sum();
  }

  /** Delays all answers by this time from now on; those to commands sent together stay together. */
  public void delayAnswers(Duration time) {
    delay = time;
  }

  /** Ends all connections; the node runs on. */
  @Override
  public void close() {
    relay.close();
  }
}
