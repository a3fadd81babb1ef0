package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.mode.ServingMode;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/** Brackets each request of one web application whose sessions any Tomcat may serve. */
public final class NonStickyValve extends ApplicationValve implements Measured {

  private final ServingMode mode;

  NonStickyValve(ServingMode mode, Context context) {
    super(context, mode.missing());
    this.mode = mode;
  }

  @Override
  public @Nullable RuntimeView observed() {
    return mode.isStopped() ? null : mode.observed();
  }

  @Override
  boolean savesBeforeResponses() {
    return true;
  }

  @Override
  boolean responseOfAnotherLeaves(SessionId id) {
    return mode.responseOfAnotherLeaves(id);
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
