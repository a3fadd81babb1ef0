package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts in a session again and again, through a load balancer. Fails at an error response and at a
 * count that is not the one before and one.
 */
final class LoadedVisitor implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Mode mode;
  private final Balancer balancer;
  private final Visitor visitor;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile boolean finishing;
  private volatile boolean finished;

  LoadedVisitor(Mode mode, Balancer balancer) {
    this.mode = mode;
    this.balancer = balancer;
    this.visitor = mode.visitor("app");
  }

  /** Runs until {@link #finish}, and returns the last count. */
  @Override
  public Integer call() {
    int count = 0;
    try {
      while (!finishing) {
        int next = Integer.parseInt(Visitor.lines(countOnce()).getOrDefault("count", "0"));
        if (next != count + 1) {
          throw new AssertionError("after " + count + " came " + next + " in " + visitor.id());
        }
        count = next;
        requests.incrementAndGet();
        Pace.pause();
      }
      return count;
    } finally {
      finished = true;
    }
  }

  /** Waits for more requests than there were so far, or for the end. */
  void awaitRequests(int more) {
    int wanted = requests.get() + more;
    Await.until("requests go on", PATIENCE, () -> finished || requests.get() >= wanted);
  }

  void finish() {
    finishing = true;
  }

  private Response countOnce() {
    TomcatProcess tomcat = balancer.choose(mode, visitor.browser.cookie("JSESSIONID"));
    Response response = visitor.at(tomcat, "count");
    if (response.status() != 200) {
      throw new AssertionError(tomcat + " answered " + response);
    }
    return response;
  }
}
