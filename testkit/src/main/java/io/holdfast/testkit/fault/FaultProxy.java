package io.holdfast.testkit.fault;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.relay.Relay;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Stands in front of a node that speaks the text protocol, and lets go wrong what a test wants to
 * go wrong between the node and its clients.
 *
 * <p>The same seed makes the same choices for the same sequence of commands; what several
 * connections send at once has no such sequence.
 */
public final class FaultProxy implements AutoCloseable {

  private final Relay relay;
  private final Faults faults;

  private FaultProxy(Relay relay, Faults faults) {
    this.relay = relay;
    this.faults = faults;
  }

  /**
   * Opens a port of 127.0.0.1 that leads to the node, which stays its owner's.
   *
   * @param seed of all that is left to chance
   */
  public static FaultProxy before(MemcachedNode node, long seed) {
    Faults faults = new Faults(seed);
    Relay relay =
        Relay.before(
            new InetSocketAddress(node.host(), node.port()),
            (client, upstream, clock) -> new FaultyConnection(client, upstream, faults, clock));
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

  /** From now on this happens to all that goes this way. */
  public void add(Direction direction, Fault fault) {
    add(direction, fault, 1);
  }

  /**
   * From now on this happens now and then.
   *
   * @param share of all that goes this way, from 0 to 1
   */
  public void add(Direction direction, Fault fault, double share) {
    faults.add(direction, fault, share);
  }

  /** Ends all faults; what was lost stays lost, and connections that are stalled stay so. */
  public void clear() {
    faults.clear();
    relay.refuse(false);
  }

  /** Ends all faults, and breaks all connections, so that none is left that is stalled. */
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
