package io.holdfast.core.storage.memcached;

import io.holdfast.core.log.Loggers;
import java.lang.System.Logger.Level;
import net.spy.memcached.compat.log.AbstractLogger;
import net.spy.memcached.compat.log.LoggerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the client library's log away from standard error.
 *
 * <p>The library writes every reconnect and whole operations, keys included, and a key holds a
 * session id. The connection's events tell an operator what matters; this class only passes
 * exceptions on, for DEBUG. Public because the library instantiates it.
 */
public final class QuietSpyLogger extends AbstractLogger {

  private static final String PROPERTY = "net.spy.log.LoggerImpl";

  private final System.Logger target;

  /** Called by the library. */
  public QuietSpyLogger(String name) {
    super(name);
    this.target = Loggers.named(name);
  }

  /**
   * Makes the library use this class, unless the operator chose another or the library is in use
   * already. The library reads a system property, once, so the property is set for that moment
   * only.
   */
  static synchronized void install() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, QuietSpyLogger.class.getName());
      try {
        LoggerFactory.getLogger(QuietSpyLogger.class);
      } finally {
        System.clearProperty(PROPERTY);
      }
    }
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public void log(net.spy.memcached.compat.log.Level level, Object message, @Nullable Throwable e) {
    if (e != null) {
      target.log(Level.DEBUG, "memcached client", e);
    }
  }
}
