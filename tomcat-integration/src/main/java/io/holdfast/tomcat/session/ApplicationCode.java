package io.holdfast.tomcat.session;

import io.holdfast.core.log.Loggers;
import org.apache.catalina.Context;
import org.apache.catalina.Loader;
import org.apache.catalina.SessionEvent;
import org.apache.catalina.SessionListener;
import org.apache.tomcat.util.ExceptionUtils;

/** Runs code of an application that hears of its sessions. */
final class ApplicationCode {

  private static final System.Logger LOG = Loggers.of(ApplicationCode.class);

  private ApplicationCode() {}

  /**
   * Runs what calls code of an application with its class loader at the thread. That may be any: of
   * the valve outside of the application, of another application, of JMX.
   */
  static void run(Context context, Runnable calls) {
    Loader loader = context.getLoader();
    ClassLoader application = loader == null ? null : loader.getClassLoader();
    if (application == null) { // it has stopped
      calls.run();
      return;
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(application);
    try {
      calls.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** A listener whose failure stops nothing but is logged. Two of the same are equal. */
  record ContainedListener(SessionListener listener) implements SessionListener {

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
}
