package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.request.MissingSessions;
import io.holdfast.tomcat.request.Refusal;
import io.holdfast.tomcat.request.RequestSession;
import io.holdfast.tomcat.request.RequestsInside;
import io.holdfast.tomcat.request.Rethrow;
import io.holdfast.tomcat.session.ServingMode;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.Valve;
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
  private final RequestsInside inside = new RequestsInside();

  /**
   * Creates it.
   *
   * @param savesBeforeResponses whether sessions are saved before a response leaves
   */
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

  /**
   * Bytes of the response to a request of another application leave, which may have been dispatched
   * to this one.
   *
   * @return false if what the dispatch has changed is lost, so that the response must not leave
   */
  boolean responseOfAnotherLeaves(SessionId id) {
    return mode.responseOfAnotherLeaves(id);
  }

  /** A request comes twice if a {@code RewriteValve} of its application restarts it. */
  @Override
  public void invoke(Request request, Response response) throws IOException {
    if (mode.missing().isInside()) {
      proceed(getNext(), request, response);
    } else if (mode.isLeaving()) {
      Refusal.of(response);
    } else {
      inside.entered();
      try {
        serveUnlessUncertain(request, response);
      } finally {
        inside.left();
      }
    }
  }

  private void serveUnlessUncertain(Request request, Response response) throws IOException {
    MissingSessions missing = mode.missing();
    boolean isRefused;
    missing.enter();
    try {
      serve(request, response);
    } finally {
      isRefused = missing.leave();
    }
    if (isRefused && !response.isCommitted() && !request.isAsync()) {
      Refusal.of(response);
    }
  }

  /** The requests that are between this valve and their end. */
  RequestsInside inside() {
    return inside;
  }

  private void serve(Request request, Response response) throws IOException {
    RequestSession session = mode.begin(request);
    boolean isKept;
    try {
      if (session.admit()) {
        proceed(getNext(), request, response);
      } else {
        Refusal.of(response);
      }
    } finally {
      isKept = session.leave(request.isAsync());
    }
    if (!isKept) {
      Refusal.of(response);
    }
  }

  static void proceed(Valve next, Request request, Response response) throws IOException {
    try {
      next.invoke(request, response);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw Rethrow.<RuntimeException>unchecked(e);
    }
  }

  /** The name of the MBean, with the application. */
  @Override
  public String getObjectNameKeyProperties() {
    return "type=Valve%s,name=%s"
        .formatted(context.getMBeanKeyProperties(), getClass().getSimpleName());
  }
}
