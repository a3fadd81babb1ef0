package io.holdfast.tomcat;

import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.session.ServingMode;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Brackets each request of one web application: finds its session before it, has the session saved
 * after it. The {@link HostValve} hands the requests to it: outside of the application's own
 * pipeline, so that authentication and error pages happen in between.
 *
 * <p>A request that comes when the application is about to go, or has gone, is refused: the session
 * that it would see and change is saved for the last time. So is one that wants a new session while
 * no Tomcat can tell whether its own is in the store.
 *
 * <p>It declares support of asynchronous requests; those end not here but when their session is
 * told so, see {@code endAccess}.
 *
 * <p>Public because its MBean calls it.
 */
public final class SessionBackupValve extends ValveBase implements Measured {

  private final Context context;
  private final ServingMode mode;
  private final boolean savesBeforeResponses;

  SessionBackupValve(ServingMode mode, Context context, boolean savesBeforeResponses) {
    super(true);
    this.mode = mode;
    this.context = context;
    this.savesBeforeResponses = savesBeforeResponses;
  }

  @Override
  public @Nullable RuntimeView observed() {
    return mode.isStopped() ? null : mode.observed();
  }

  /** The name of the context whose requests come here. */
  public String getApplication() {
    return context.getName();
  }

  /** Returns whether sessions of the application are saved before a response leaves. */
  boolean savesBeforeResponses() {
    return savesBeforeResponses;
  }

  ServingMode mode() {
    return mode;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException {
    mode.serve(request, response, getNext());
  }

  /** The name of the MBean, with the application. */
  @Override
  public String getObjectNameKeyProperties() {
    return "type=Valve%s,name=%s"
        .formatted(context.getMBeanKeyProperties(), getClass().getSimpleName());
  }
}
