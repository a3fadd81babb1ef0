package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.mode.ServingMode;
import io.holdfast.tomcat.request.MissingSessions;
import io.holdfast.tomcat.request.Refusal;
import io.holdfast.tomcat.request.RequestSession;
import io.holdfast.tomcat.request.RequestsInside;
import io.holdfast.tomcat.request.Rethrow;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * A valve for the requests of one web application. The {@link HostValve} hands them to it: outside
 * of the application's own pipeline, so that authentication and error pages happen in between.
 *
 * <p>A request that comes when the application is about to go, or has gone, is refused: the session
 * that it would see and change is saved for the last time. So is one that wants a new session while
 * no Tomcat can tell whether its own is in the store.
 *
 * <p>Public because its MBean calls it.
 */
public abstract class ApplicationValve extends ValveBase {

  private final Context context;
  private final MissingSessions missing;
  private final RequestsInside inside = new RequestsInside();

  ApplicationValve(Context context, MissingSessions missing) {
    super(true);
    this.missing = missing;
    this.context = context;
  }

  /** The name of the context whose requests come here. */
  public final String getApplication() {
    return context.getName();
  }

  /** Whether sessions of the application are saved before a response leaves. */
  boolean savesBeforeResponses() {
    return false;
  }

  /**
   * Bytes of the response to a request of another application leave, which may have been dispatched
   * to this one.
   *
   * @return false if what the dispatch has changed is lost, so that the response must not leave
   */
  boolean responseOfAnotherLeaves(SessionId id) {
    return true;
  }

  /** Whether the application stops, or has stopped. */
  abstract boolean isLeaving();

  /** Serves a request of the application. */
  abstract void serve(Request request, Response response) throws IOException;

  /** A request comes twice if a {@code RewriteValve} of its application begins it anew. */
  @Override
  public final void invoke(Request request, Response response) throws IOException {
    if (missing.isInside()) {
      proceed(request, response);
    } else if (isLeaving()) {
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
  final RequestsInside inside() {
    return inside;
  }

  final void proceed(Request request, Response response) throws IOException {
    proceed(getNext(), request, response);
  }

  /** Serves a request whose session is the business of a mode. */
  final void serve(ServingMode mode, Request request, Response response) throws IOException {
    RequestSession session = mode.begin(request);
    boolean isKept;
    try {
      if (session.admit()) {
        proceed(request, response);
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
  public final String getObjectNameKeyProperties() {
    return "type=Valve%s,name=%s"
        .formatted(context.getMBeanKeyProperties(), getClass().getSimpleName());
  }
}
