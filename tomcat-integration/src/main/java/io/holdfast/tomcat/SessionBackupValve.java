package io.holdfast.tomcat;

import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Brackets each request of one web application: takes over a session that comes from another Tomcat
 * before it, has the session backed up after it.
 *
 * <p>It stands in the host's pipeline, outside the application's, so that authentication and error
 * pages happen between the two. It declares support of asynchronous requests; those end not here
 * but when their session is told so, see {@link MemcachedSession#endAccess()}.
 */
public final class SessionBackupValve extends ValveBase implements Measured {

  private final StickySessions sticky;
  private final Context context;
  private final RequestSessions sessions;

  SessionBackupValve(StickySessions sticky, Context context, RequestSessions sessions) {
    super(true);
    this.sticky = sticky;
    this.context = context;
    this.sessions = sessions;
  }

  /** The name of the context whose requests it brackets. */
  public String getApplication() {
    return context.getName();
  }

  @Override
  public @Nullable Observed observed() {
    return sticky.isBackingUp() ? sticky : null;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException {
    if (request.getContext() != context || !sticky.isBackingUp()) {
      proceed(request, response);
      return;
    }
    boolean ignored = sessions.isIgnored(request);
    if (!ignored) {
      sessions.takeOver(request);
    }
    try {
      proceed(request, response);
    } finally {
      sessions.finish(request, ignored);
    }
  }

  private void proceed(Request request, Response response) throws IOException {
    try {
      getNext().invoke(request, response);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw Rethrow.<RuntimeException>unchecked(e);
    }
  }
}
