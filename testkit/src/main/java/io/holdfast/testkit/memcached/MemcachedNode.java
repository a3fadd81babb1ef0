package io.holdfast.testkit.memcached;

/**
 * A node on the loopback interface that a test can break, memcached unless it says otherwise;
 * methods are for one thread.
 */
public interface MemcachedNode extends AutoCloseable {

  /** The address to connect to, never a name that needs resolving. */
  default String host() {
    return "127.0.0.1";
  }

  /** The port, the same for the whole life of the node. */
  int port();

  /** {@code host:port}. */
  default String address() {
    return host() + ":" + port();
  }

  /** What stands before an address of such a node in a list of nodes. */
  default String scheme() {
    return "";
  }

  /** As it stands in a list of nodes, behind the node's name. */
  default String location() {
    return scheme() + address();
  }

  /** Returns whether clients need TLS at its port. */
  default boolean speaksTls() {
    return false;
  }

  /** Returns whether this is the memcached program and not the embedded stand-in. */
  boolean isReal();

  /**
   * Returns whether the node was started and neither killed nor closed; a frozen node is running.
   */
  boolean isRunning();

  /**
   * Starts the node again after {@link #kill()}: same port, nothing stored. Returns when it
   * answers.
   *
   * @throws IllegalStateException if it is running or does not answer in time
   */
  void start();

  /** Ends the node at once: connections break, everything stored is lost. */
  void kill();

  /** Stops answering; connections stay open and new ones are accepted. */
  void freeze();

  /** Goes on answering, also the commands that came while frozen. */
  void thaw();

  /** A probe of its items, with a connection of its own per question. */
  default NodeProbe probe() {
    return new MemcachedProbe(host(), port());
  }

  /** Ends the node; it leaves neither process nor thread. Closing twice is harmless. */
  @Override
  void close();
}
