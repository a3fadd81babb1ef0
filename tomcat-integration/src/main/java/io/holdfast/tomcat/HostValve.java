package io.holdfast.tomcat;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.response.BeforeResponseLeaves;
import io.holdfast.tomcat.response.ResponseGate;
import io.holdfast.tomcat.response.ResponseGates;
import io.holdfast.tomcat.session.Rethrow;
import io.holdfast.tomcat.session.ServingMode;
import io.holdfast.tomcat.session.SessionInUse;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Context;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Session;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * The one valve of Holdfast in the pipeline of a host, outside of the applications' own pipelines,
 * so that authentication and error pages happen behind it. It has the application that a request is
 * for serve it, so a request costs the same however many applications there are.
 *
 * <p>It declares support of asynchronous requests; those end not here but when their session is
 * told so, see {@code endAccess}.
 *
 * <p>It is no MBean; the managers of the applications are. The first application that starts brings
 * it, the last one that stops takes it away. Tomcat's pipeline is a plain list: applications that
 * start or stop side by side, as with the host's {@code startStopThreads}, would lose valves. So
 * they do it one after the other; requests read without a lock.
 */
final class HostValve implements Valve {

  private static final String CLUSTER_VALVE = "org.apache.catalina.ha.ClusterValve";

  private final Map<Context, ServingMode> applications = new ConcurrentHashMap<>();
  private volatile @Nullable Valve next;

  /**
   * Has other applications save their sessions before a response leaves: its request may have been
   * dispatched to them, and its own application saves nothing before that.
   */
  private record DispatchedSaves(HostValve host, Request request) implements BeforeResponseLeaves {

    @Override
    public boolean responseLeaves(boolean flows) {
      return host.saveElsewhere(request);
    }
  }

  /** Null as long as no application has needed them. */
  private volatile @Nullable ResponseGates gates;

  /** From now on an application serves its requests. */
  static void add(Context application, ServingMode mode) {
    Pipeline pipeline = application.getParent().getPipeline();
    synchronized (pipeline) {
      HostValve present = null;
      for (Valve element : pipeline.getValves()) {
        present = present == null ? in(element) : present;
      }
      if (present == null) {
        HostValve first = new HostValve();
        first.begin(application, mode);
        pipeline.addValve(unstored(first));
      } else {
        present.begin(application, mode);
      }
    }
  }

  /** The requests of an application pass it by from now on. */
  static void remove(Context application, ServingMode mode) {
    Pipeline pipeline = application.getParent().getPipeline();
    synchronized (pipeline) {
      for (Valve element : pipeline.getValves()) {
        HostValve present = in(element);
        if (present != null) {
          present.applications.remove(application, mode);
          if (present.applications.isEmpty()) {
            pipeline.removeValve(element);
          }
        }
      }
    }
  }

  private void begin(Context application, ServingMode mode) {
    if (mode.savesBeforeResponses() && gates == null) {
      gates = ResponseGates.ofRunningTomcat();
    }
    applications.put(application, mode);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException {
    Context context = request.getContext(); // null if no application has the URI
    ServingMode application = context == null ? null : applications.get(context);
    if (context != null) { // the RewriteValve of another one may have sent it here
      SessionInUse.giveUpUnlessOf(context.getManager(), request);
    }
    ResponseGates forDispatches =
        context != null && context.getCrossContext() ? gatesUnlessIn(application) : null;
    if (forDispatches == null) {
      pass(application, request, response);
      return;
    }
    if (ResponseGate.of(request) == null) {
      var unused = forDispatches.put(request, new DispatchedSaves(this, request));
    }
    ResponseGate.requestEnters(ResponseGate.of(request, DispatchedSaves.class));
    try {
      pass(application, request, response);
    } finally {
      ResponseGate.requestLeaves(ResponseGate.of(request, DispatchedSaves.class));
    }
  }

  private void pass(@Nullable ServingMode application, Request request, Response response)
      throws IOException {
    Valve follower = Objects.requireNonNull(next);
    if (application == null) {
      Rethrow.proceed(follower, request, response);
    } else {
      application.serve(request, response, follower);
    }
  }

  /**
   * Gates for an application that has none of its own, and may dispatch requests to one that saves
   * before responses leave; null if it has, or there is no such application.
   */
  private @Nullable ResponseGates gatesUnlessIn(@Nullable ServingMode application) {
    boolean hasOwn = application != null && application.savesBeforeResponses();
    return hasOwn ? null : gates;
  }

  /** A dispatched request has the session with this id; false if what it has changed is lost. */
  private boolean saveElsewhere(Request request) {
    Session used = SessionInUse.of(request);
    SessionId id = used == null ? null : SessionId.parse(used.getIdInternal());
    boolean areSaved = true;
    if (id != null) {
      for (ServingMode application : applications.values()) {
        areSaved &= application.responseOfAnotherLeaves(id);
      }
    }
    return areSaved;
  }

  @Override
  public @Nullable Valve getNext() {
    return next;
  }

  @Override
  public void setNext(@Nullable Valve valve) {
    next = valve;
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

  // ---- what StoreConfig sees ----

  /** What to put into the pipeline: the valve itself where nothing could store it. */
  private static Valve unstored(HostValve valve) {
    try {
      Class<?> kind = Class.forName(CLUSTER_VALVE, false, Valve.class.getClassLoader());
      return (Valve)
          Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, new Unstored(valve));
    } catch (ClassNotFoundException | LinkageError e) {
      return valve;
    }
  }

  /** The valve that was put into a pipeline; null if that is of another kind. */
  static @Nullable HostValve in(Valve element) {
    if (element instanceof HostValve host) {
      return host;
    }
    return Proxy.isProxyClass(element.getClass())
            && Proxy.getInvocationHandler(element) instanceof Unstored handler
        ? handler.valve
        : null;
  }

  /**
   * Shows a valve to Tomcat as one that does not belong into {@code server.xml}.
   *
   * <p>Tomcat's StoreConfig writes every valve that it finds in a host, but those of its own whose
   * class names it knows, and {@code ClusterValve}s: those are there because of what is configured
   * elsewhere, as the valve of the host is because of {@code <Manager>}. The interface means
   * nothing else to Tomcat. Its jar, {@code catalina-ha.jar}, is there wherever StoreConfig is,
   * which cannot be loaded without; an embedded Tomcat may have neither. So it is looked for at run
   * time.
   */
  private record Unstored(HostValve valve) implements InvocationHandler {

    /** A request goes without reflection, so that it passes through no more than it must. */
    @Override
    public @Nullable Object invoke(
        Object proxy, Method method, @Nullable Object @Nullable [] arguments)
        throws IOException, ReflectiveOperationException {
      Object[] given = arguments == null ? new Object[0] : arguments;
      if (method.getName().equals("invoke")) {
        valve.invoke((Request) given[0], (Response) given[1]);
        return null;
      }
      if (method.getName().equals("equals")) {
        return proxy == given[0];
      }
      boolean isKnown = method.getDeclaringClass().isInstance(valve); // it has no cluster
      return isKnown ? method.invoke(valve, given) : null;
    }
  }
}
