package io.holdfast.testkit.memcached;

import io.holdfast.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A small server that speaks memcached's text protocol, for machines without memcached. Its kill
 * and its freeze act on its sockets, for there is no process to send a signal to.
 */
public final class EmbeddedMemcached implements MemcachedNode {

  static final String VERSION = "1.6.40-holdfast-embedded";

  private static final int PORTS_TO_TRY = 10;

  private final int port;
  private final MemcachedLimits limits;
  private final InstantSource clock;
  private @Nullable EmbeddedServer server;

  private EmbeddedMemcached(int port, MemcachedLimits limits, InstantSource clock) {
    this.port = port;
    this.limits = limits;
    this.clock = clock;
  }

  /** Starts a server on a free port with the system's clock. */
  public static EmbeddedMemcached start(MemcachedLimits limits) {
    return start(limits, Clock.systemUTC());
  }

  /**
   * Starts a server on a free port.
   *
   * @param clock decides what has expired
   */
  public static EmbeddedMemcached start(MemcachedLimits limits, InstantSource clock) {
    UncheckedIOException failure = new UncheckedIOException(new IOException("no port was tried"));
    for (int attempt = 0; attempt < PORTS_TO_TRY; attempt++) {
      try {
        return start(FreePort.find(), limits, clock);
      } catch (UncheckedIOException portMayBeTaken) {
        failure = portMayBeTaken;
      }
    }
    throw failure;
  }

  /**
   * Starts a server on this port.
   *
   * @throws UncheckedIOException if the port is taken
   */
  public static EmbeddedMemcached start(int port, MemcachedLimits limits, InstantSource clock) {
    EmbeddedMemcached node = new EmbeddedMemcached(port, limits, clock);
    node.start();
    return node;
  }

  @Override
  public void start() {
    if (isRunning()) {
      throw new IllegalStateException(this + " is running");
    }
    try {
      server = EmbeddedServer.start(port, new ItemStore(limits, clock));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + this, e);
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public boolean isReal() {
    return false;
  }

  @Override
  public boolean isRunning() {
    return server != null;
  }

  @Override
  public void kill() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  @Override
  public void freeze() {
    running().gate().freeze();
  }

  @Override
  public void thaw() {
    running().gate().thaw();
  }

  @Override
  public void close() {
    kill();
  }

  private EmbeddedServer running() {
    if (server == null) {
      throw new IllegalStateException(this + " is not running");
    }
    return server;
  }

  @Override
  public String toString() {
    return "embedded memcached on " + address();
  }
}
