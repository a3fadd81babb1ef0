package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.holdfast.tomcat.session.Rethrow;
import io.holdfast.tomcat.session.ServingMode;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.catalina.Context;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardEngine;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostValveTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 2_000;

  private final StandardHost host = host();

  @Test
  void addWhenManyApplicationsComeThenTheHostHasOneValveMore() {
    List<Valve> before = valves();

    for (int i = 0; i < 50; i++) {
      Application application = new Application("/" + i);
      HostValve.add(application.context, application.mode);
    }

    assertEquals(before.size() + 1, valves().size());
  }

  @Test
  void removeWhenTheLastApplicationGoesThenTheHostHasTheValvesItHad() {
    List<Valve> before = valves();
    Application first = new Application("/first");
    Application second = new Application("/second");
    HostValve.add(first.context, first.mode);
    HostValve.add(second.context, second.mode);

    HostValve.remove(first.context, first.mode);
    int withOne = valves().size();
    HostValve.remove(second.context, second.mode);

    assertEquals(before.size() + 1, withOne);
    assertEquals(before, valves());
  }

  @Test
  void removeWhenTheApplicationHasBeenStartedAnewThenTheNewOneStays() throws Exception {
    Application former = new Application("/app");
    Application next = new Application(former.context);
    HostValve.add(former.context, former.mode);
    HostValve.add(next.context, next.mode);

    HostValve.remove(former.context, former.mode);
    host.getPipeline().setBasic(new Last());
    request(next.context);

    assertEquals(1, next.served);
  }

  @Test
  void requestWhenItIsForAnApplicationThenOnlyThatOneServesIt() throws Exception {
    Application first = new Application("/first");
    Application second = new Application("/second");
    HostValve.add(first.context, first.mode);
    HostValve.add(second.context, second.mode);
    Last last = new Last();
    host.getPipeline().setBasic(last);

    request(second.context);

    assertEquals(List.of(0, 1, 1), List.of(first.served, second.served, last.served));
  }

  @Test
  void requestWhenItIsForNoApplicationOfOursThenItPasses() throws Exception {
    Application ours = new Application("/ours");
    HostValve.add(ours.context, ours.mode);
    Last last = new Last();
    host.getPipeline().setBasic(last);

    request(new StandardContext());
    request(null);

    assertEquals(List.of(0, 2), List.of(ours.served, last.served));
  }

  @Test
  void requestWhenAValveComesLaterThenItPassesThroughThatAsWell() throws Exception {
    Application ours = new Application("/ours");
    HostValve.add(ours.context, ours.mode);
    host.getPipeline().setBasic(new Last());
    Passing later = new Passing();
    host.getPipeline().addValve(later);

    request(ours.context);

    assertEquals(1, later.served);
  }

  @Test
  void addAndRemoveWhenManyDoItThenNoValveIsLostOrStays() throws Exception {
    List<Valve> before = valves();
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS, HostValveTest::daemon);
    List<Future<?>> comings = new ArrayList<>();
    List<Application> last = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Application application = new Application("/" + i);
      last.add(application);
      comings.add(executor.submit(() -> comeAndGo(start, application)));
    }
    executor.shutdown();
    for (Future<?> coming : comings) {
      coming.get();
    }

    assertEquals(before.size() + 1, valves().size());
    host.getPipeline().setBasic(new Last());
    for (Application application : last) {
      request(application.context);
      assertEquals(1, application.served);
      HostValve.remove(application.context, application.mode);
    }
    assertEquals(before.size(), valves().size());
  }

  /** Who loses the thread in a list that is broken must not keep the program. */
  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "application");
    thread.setDaemon(true);
    return thread;
  }

  private boolean comeAndGo(CyclicBarrier start, Application last) throws Exception {
    start.await();
    for (int i = 0; i < ROUNDS; i++) {
      Application passing = new Application(last.context.getPath() + "-" + i);
      HostValve.add(passing.context, passing.mode);
      HostValve.remove(passing.context, passing.mode);
    }
    HostValve.add(last.context, last.mode);
    return true;
  }

  private static StandardHost host() {
    StandardEngine engine = new StandardEngine();
    engine.setName("pipelines");
    StandardHost host = new StandardHost();
    host.setName("localhost");
    host.setParent(engine);
    return host;
  }

  private List<Valve> valves() {
    return Arrays.asList(host.getPipeline().getValves());
  }

  private void request(@Nullable Context context) throws Exception {
    Request request = new Request(null);
    request.getMappingData().context = context;
    Valve first = host.getPipeline().getFirst();
    assertNotNull(first);
    first.invoke(request, new Response());
  }

  private static StandardContext context(StandardHost parent, String path) {
    StandardContext context = new StandardContext();
    context.setPath(path);
    context.setName(path);
    context.setParent(parent);
    return context;
  }

  /** What the manager of an application adds to the host. */
  private final class Application {

    private final Context context;
    private final ServingMode mode = serving();
    private int served;

    Application(String path) {
      this(HostValveTest.context(host, path));
    }

    Application(Context context) {
      this.context = context;
    }

    /** Counts the requests, and asks for no session. */
    private ServingMode serving() {
      InvocationHandler answers =
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "savesBeforeResponses" -> false;
                case "equals" -> proxy == arguments[0];
                case "serve" -> {
                  served++;
                  Rethrow.proceed(
                      (Valve) arguments[2], (Request) arguments[0], (Response) arguments[1]);
                  yield null;
                }
                default -> throw new AssertionError(method);
              };
      return (ServingMode)
          Proxy.newProxyInstance(
              ServingMode.class.getClassLoader(), new Class<?>[] {ServingMode.class}, answers);
    }
  }

  private static final class Passing extends ValveBase {

    private int served;

    @Override
    public void invoke(Request request, Response response) throws IOException {
      served++;
      Rethrow.proceed(getNext(), request, response);
    }
  }

  private static final class Last extends ValveBase {

    private int served;

    @Override
    public void invoke(Request request, Response response) {
      served++;
    }
  }
}
