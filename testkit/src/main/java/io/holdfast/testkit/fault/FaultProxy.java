package io.holdfast.testkit.fault;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.relay.Relay;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Stands in front of a node, and causes the faults between the node and its clients that a test
 * asks for. A fault in what the node sends happens to an answer of the text protocol, or to a
 * record of TLS.
 *
 * <p>The same seed makes the same choices for the same sequence of commands; concurrent connections
 * have no such sequence.
 */
public final class FaultProxy implements AutoCloseable {

  private final Relay relay;
  private final Faults faults;

  private FaultProxy(Relay relay, Faults faults) {
    this.relay = relay;
    this.faults = faults;
  }

  /**
   * Opens a port of 127.0.0.1 that leads to the node; does not close the node.
   *
   * @param seed of all random choices
   */
  public static FaultProxy before(MemcachedNode node, long seed) {
    AnswerSource.Kind kind = node.speaksTls() ? AnswerSource.Kind.TLS : AnswerSource.Kind.TEXT;
    return before(node.host(), node.port(), kind, seed);
  }

  /**
   * Opens a port of 127.0.0.1 that leads to the port of a node where it does not speak TLS.
   *
   * @param seed of all random choices
   */
  public static FaultProxy beforePlain(MemcachedProcess node, long seed) {
    return before(node.host(), node.plainPort(), AnswerSource.Kind.TEXT, seed);
  }

  private static FaultProxy before(String host, int port, AnswerSource.Kind kind, long seed) {
    Faults faults = new Faults(seed);
    Relay relay =
        Relay.before(
            new InetSocketAddress(host, port),
            (client, upstream, clock) ->
                new FaultyConnection(client, upstream, faults, kind, clock));
    return new FaultProxy(relay, faults);
  }

  /** {@code host:port} for clients. */
  public String address() {
    return relay.address();
  }

  /** The port for clients, the same for the whole life of the proxy. */
  public int port() {
    return relay.port();
  }

  /** Applies the fault to every delivery in this direction from now on. */
  public void add(Direction direction, Fault fault) {
    add(direction, fault, 1);
  }

  /**
   * Applies the fault to some deliveries in this direction from now on.
   *
   * @param share of the deliveries, from 0 to 1
   */
  public void add(Direction direction, Fault fault, double share) {
    faults.add(direction, fault, share);
  }

  /** Ends all faults; lost bytes stay lost, and stalled connections stay stalled. */
  public void clear() {
    faults.clear();
    relay.refuse(false);
  }

  /** Ends all faults, and breaks all connections, so that none stays stalled. */
  public void heal() {
    clear();
    relay.breakConnections();
  }

  /** Breaks all connections, and every new one at once, until {@link #clear()}. */
  public void down() {
    relay.refuse(true);
    relay.breakConnections();
  }

  /** How often each kind of fault has happened, by its name. */
  public Map<String, Long> happened() {
    return faults.happened();
  }

  /** Ends all connections; the node runs on. */
  @Override
  public void close() {
    relay.close();
  }
}
