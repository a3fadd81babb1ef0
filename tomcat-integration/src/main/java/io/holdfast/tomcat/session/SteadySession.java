package io.holdfast.tomcat.session;

import io.holdfast.core.log.Loggers;
import io.holdfast.tomcat.response.AttributeEvents;
import org.apache.catalina.Loader;
import org.apache.catalina.SessionListener;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's session, which no failure of a listener stops.
 *
 * <p>Tomcat itself lets two kinds of failure through: of its own {@link SessionListener}, and of an
 * attribute that hears that it was removed. Such a session would not end as a whole, and the
 * sessions behind it, whose time is up as well, would have to wait.
 */
@SuppressWarnings("serial") // is never serialized: its attributes go through a transcoder
abstract class SteadySession extends StandardSession {

  private static final System.Logger LOG = Loggers.of(SteadySession.class);

  private final transient AttributeEvents events;

  public SteadySession(SessionHost host) {
    super(host.manager());
    this.events = host.attributeEvents();
  }

  /**
   * Returns whether this mode made the session, and not that of an earlier start of the
   * application.
   */
  public abstract boolean isOf(@Nullable ServingMode mode);

  /** Tells attributes what Tomcat's session does not tell. */
  public final AttributeEvents events() {
    return events;
  }

  /**
   * Runs what calls code of the application with its class loader at the thread. It may be any: of
   * the valve outside of the application, of another application, of JMX.
   */
  protected final void inApplication(Runnable calls) {
    Loader loader = getManager().getContext().getLoader();
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

  @Override
  public void tellChangedSessionId(
      String newId,
      String oldId,
      boolean notifySessionListeners,
      boolean notifyContainerListeners) {
    inApplication(
        () ->
            super.tellChangedSessionId(
                newId, oldId, notifySessionListeners, notifyContainerListeners));
  }

  @Override
  public void addSessionListener(SessionListener listener) {
    super.addSessionListener(new ContainedListener(listener));
  }

  @Override
  public void removeSessionListener(SessionListener listener) {
    super.removeSessionListener(new ContainedListener(listener));
  }

  @Override
  protected void removeAttributeInternal(@Nullable String name, boolean notify) {
    Object value = name == null || !notify ? null : attributes.get(name);
    try {
      super.removeAttributeInternal(name, notify);
    } catch (Throwable t) {
      ExceptionUtils.handleThrowable(t);
      LOG.log(System.Logger.Level.WARNING, "An attribute failed when it was removed", t);
      if (name != null && value != null) {
        events.removed(this, name, value); // Tomcat was on its way to them
      }
    }
  }
}
