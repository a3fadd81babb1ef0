package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.MemcachedProtocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.DefaultConnectionFactory;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.auth.AuthDescriptor;
import net.spy.memcached.auth.PlainCallbackHandler;
import net.spy.memcached.protocol.ascii.AsciiOperationFactory;
import net.spy.memcached.protocol.binary.BinaryOperationFactory;
import org.jspecify.annotations.Nullable;

/** How the client library is set up for one node. */
final class SpyConnectionFactory extends DefaultConnectionFactory {

  private final ConnectionSettings settings;
  private final String threadName;
  private final ConnectionObserver observer;

  SpyConnectionFactory(
      ConnectionSettings settings, String threadName, ConnectionObserver observer) {
    this.settings = settings;
    this.threadName = threadName;
    this.observer = observer;
  }

  @Override
  public MemcachedConnection createConnection(List<InetSocketAddress> addresses)
      throws IOException {
    MemcachedConnection connection = new SpyConnection(this, addresses, getReadBufSize());
    connection.setName(threadName);
    return connection;
  }

  @Override
  public OperationFactory getOperationFactory() {
    return switch (settings.protocol()) {
      case TEXT -> new AsciiOperationFactory();
      case BINARY -> new BinaryOperationFactory();
    };
  }

  @Override
  public @Nullable AuthDescriptor getAuthDescriptor() {
    String username = settings.username();
    String password = settings.password();
    if (username == null || password == null || settings.protocol() == MemcachedProtocol.TEXT) {
      return null; // the library knows no login of the text protocol
    }
    return new AuthDescriptor(new String[] {"PLAIN"}, new PlainCallbackHandler(username, password));
  }

  @Override
  public Collection<ConnectionObserver> getInitialObservers() {
    return List.of(observer);
  }

  /** An operation that cannot be sent now fails now; the library keeps none for later. */
  @Override
  public FailureMode getFailureMode() {
    return FailureMode.Cancel;
  }

  /** The library drops operations that it could not send within this time, in milliseconds. */
  @Override
  public long getOperationTimeout() {
    return settings.operationTimeout().toMillis();
  }

  /** Of no effect as long as links are not reconnected; low in case the library does. */
  @Override
  public long getMaxReconnectDelay() {
    return 1;
  }

  @Override
  public boolean useNagleAlgorithm() {
    return false;
  }

  @Override
  public boolean isDaemon() {
    return true;
  }
}
