package io.holdfast.tomcat.session;

import io.holdfast.core.log.Loggers;
import org.apache.catalina.SessionEvent;
import org.apache.catalina.SessionListener;
import org.apache.tomcat.util.ExceptionUtils;

/**
 * A listener of a session whose failure stops nothing but is logged. Two of the same are equal.
 *
 * @param listener hears of everything
 */
record ContainedListener(SessionListener listener) implements SessionListener {

  private static final System.Logger LOG = Loggers.of(ContainedListener.class);

  @Override
  public void sessionEvent(SessionEvent event) {
    try {
      listener.sessionEvent(event);
    } catch (Throwable t) {
      ExceptionUtils.handleThrowable(t);
      LOG.log(
          System.Logger.Level.WARNING,
          "Listener %s failed at %s".formatted(listener.getClass().getName(), event.getType()),
          t);
    }
  }
}
