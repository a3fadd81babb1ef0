package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostPipelineTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 50_000;

  @Test
  void addAndRemoveWhenManyDoItThenNoValveIsLostOrStays() throws Exception {
    StandardHost host = new StandardHost();
    List<Valve> before = valves(host);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS, HostPipelineTest::daemon);
    List<Future<?>> applications = new ArrayList<>();
    List<Valve> last = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Valve valve = new Passing();
      last.add(valve);
      applications.add(executor.submit(() -> comeAndGo(start, new HostPipeline(host), valve)));
    }
    executor.shutdown();
    for (Future<?> application : applications) {
      application.get();
    }

    List<Valve> now = new ArrayList<>(valves(host));
    assertEquals(before.size() + THREADS, now.size());
    now.removeAll(last);
    assertEquals(before, now);
  }

  /** Who loses the thread in a list that is broken must not keep the program. */
  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "application");
    thread.setDaemon(true);
    return thread;
  }

  private static boolean comeAndGo(CyclicBarrier start, HostPipeline pipeline, Valve valve)
      throws Exception {
    start.await();
    for (int i = 0; i < ROUNDS; i++) {
      Valve passing = new Passing();
      pipeline.add(passing);
      pipeline.remove(passing);
    }
    pipeline.add(valve);
    return true;
  }

  private static List<Valve> valves(StandardHost host) {
    return Arrays.asList(host.getPipeline().getValves());
  }

  private static final class Passing extends ValveBase {

    @Override
    public void invoke(Request request, Response response) throws IOException {}
  }
}
