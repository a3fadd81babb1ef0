package io.holdfast.tomcat;

import io.holdfast.core.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.request.Refusal;
import io.holdfast.tomcat.sticky.RequestSessions;
import io.holdfast.tomcat.sticky.StickyMode;
import io.holdfast.tomcat.sticky.StickyTomcatSession;
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
 * told so, see {@link StickyTomcatSession#endAccess()}.
 */
public final class SessionBackupValve extends ApplicationValve implements Measured {

  private final StickyMode sticky;
  private final RequestSessions sessions;

  public SessionBackupValve(StickyMode sticky, Context context, RequestSessions sessions) {
    super(context, sticky.missing());
    this.sticky = sticky;
    this.sessions = sessions;
  }

  @Override
  public @Nullable RuntimeView observed() {
    return sticky.isLeaving() ? null : sticky.observed();
  }

  @Override
  boolean isLeaving() {
    return sticky.isLeaving();
  }

  @Override
  void serve(Request request, Response response) throws IOException {
    boolean ignored = sessions.isIgnored(request);
    if (!ignored) {
      sessions.takeOver(request);
    }
    boolean isKept;
    try {
      proceed(request, response);
    } finally {
      isKept = sessions.finish(request, ignored);
    }
    if (!isKept) {
      Refusal.of(response);
    }
  }
}
