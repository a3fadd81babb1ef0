package io.holdfast.tomcat;

import io.holdfast.core.runtime.RuntimeView;
import io.holdfast.tomcat.jmx.Measured;
import io.holdfast.tomcat.nonsticky.NonStickyMode;
import io.holdfast.tomcat.nonsticky.NonStickyRequest;
import io.holdfast.tomcat.nonsticky.NonStickyRequests;
import io.holdfast.tomcat.request.Refusal;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/** Brackets each request of one web application whose sessions any Tomcat may serve. */
public final class NonStickyValve extends ApplicationValve implements Measured {

  private final NonStickyMode anywhere;
  private final NonStickyRequests requests;

  public NonStickyValve(NonStickyMode anywhere, NonStickyRequests requests, Context context) {
    super(context, anywhere.missing());
    this.anywhere = anywhere;
    this.requests = requests;
  }

  @Override
  public @Nullable RuntimeView observed() {
    return anywhere.isStopped() ? null : anywhere.observed();
  }

  @Override
  boolean isLeaving() {
    return requests.isLeaving();
  }

  @Override
  void serve(Request request, Response response) throws IOException {
    NonStickyRequest use = requests.begin(request);
    try {
      if (requests.mustBeRejected(use)) {
        Refusal.of(response);
      } else {
        requests.askIfLeaseIsNeeded(use);
        proceed(request, response);
      }
    } finally {
      requests.leave(use, request.isAsync());
    }
  }
}
