package io.holdfast.tomcat;

import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.mode.ServingMode;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * Brackets each request of one web application: takes over a session that comes from another Tomcat
 * before it, has the session backed up after it.
 *
 * <p>It declares support of asynchronous requests; those end not here but when their session is
 * told so, see {@code endAccess}.
 */
public final class SessionBackupValve extends ApplicationValve implements Measured {

  private final ServingMode mode;

  SessionBackupValve(ServingMode mode, Context context) {
    super(context, mode.missing());
    this.mode = mode;
  }

  @Override
  public @Nullable RuntimeView observed() {
    return mode.isLeaving() ? null : mode.observed();
  }

  @Override
  boolean isLeaving() {
    return mode.isLeaving();
  }

  @Override
  void serve(Request request, Response response) throws IOException {
    serve(mode, request, response);
  }
}
