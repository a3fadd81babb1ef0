package io.holdfast.tomcat;

import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Brackets each request of one web application whose sessions any Tomcat may serve.
 *
 * <p>It stands in the host's pipeline, outside the application's, so that authentication and error
 * pages happen between the two.
 */
public final class AnywhereValve extends ValveBase implements Measured {

  private static final int SERVICE_UNAVAILABLE = 503;

  private final AnywhereSessions anywhere;
  private final AnywhereRequests requests;
  private final Context context;

  AnywhereValve(AnywhereSessions anywhere, AnywhereRequests requests, Context context) {
    super(true);
    this.anywhere = anywhere;
    this.requests = requests;
    this.context = context;
  }

  /** The name of the context whose requests it brackets. */
  public String getApplication() {
    return context.getName();
  }

  @Override
  public @Nullable Observed observed() {
    return anywhere.isStopped() ? null : anywhere;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException {
    if (request.getContext() != context || requests.isStopped()) {
      proceed(request, response);
      return;
    }
    AnywhereRequest use = requests.begin(request);
    try {
      if (requests.mustBeRejected(use)) {
        response.setHeader("Retry-After", "1");
        response.sendError(SERVICE_UNAVAILABLE);
      } else {
        proceed(request, response);
      }
    } finally {
      requests.leave(use, request.isAsync());
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
