package io.holdfast.tomcat;

import io.holdfast.tomcat.request.SessionInUse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Context;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * The one valve of Holdfast in the pipeline of a host. It passes a request to the {@link
 * ApplicationValve} of the application that the request is for, so a request costs the same however
 * many applications there are.
 *
 * <p>It is no MBean; the valves of the applications are. Changes come from {@link HostPipeline}
 * alone, one after the other; requests read without a lock.
 */
final class HostValve implements Valve {

  private final Map<Context, ApplicationValve> applications = new ConcurrentHashMap<>();
  private volatile @Nullable Valve next;

  void add(Context application, ApplicationValve valve) {
    valve.setNext(next);
    applications.put(application, valve);
  }

  /** Whether no application is left. */
  boolean remove(Context application, ApplicationValve valve) {
    applications.remove(application, valve);
    return applications.isEmpty();
  }

  @Override
  public void invoke(Request request, Response response) throws IOException {
    Context context = request.getContext(); // null if no application has the URI
    ApplicationValve application = context == null ? null : applications.get(context);
    if (context != null) { // the RewriteValve of another one may have sent it here
      SessionInUse.giveUpUnlessOf(context.getManager(), request);
    }
    if (application == null) {
      ApplicationValve.proceed(Objects.requireNonNull(next), request, response);
    } else {
      application.invoke(request, response);
    }
  }

  @Override
  public @Nullable Valve getNext() {
    return next;
  }

  /** The valves of all applications go on to the same one. */
  @Override
  public void setNext(@Nullable Valve valve) {
    next = valve;
    applications.values().forEach(application -> application.setNext(valve));
  }

  @Override
  public void backgroundProcess() {}

  @Override
  public boolean isAsyncSupported() {
    return true;
  }

  /** For the logs of others. */
  @Override
  public String toString() {
    return "HostValve" + applications.keySet().stream().map(Context::getName).sorted().toList();
  }
}
