package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts in a session again and again, and tries again what fails. Fails itself when a count that
 * was answered is gone: each answer must be larger than the one before.
 */
final class InsistentVisitor implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Visitor visitor;
  private final TomcatProcess tomcat;
  private final boolean losesNothing;
  private final AtomicInteger answers = new AtomicInteger();
  private volatile boolean finishing;
  private volatile boolean finished;

  /**
   * A visitor before the first request.
   *
   * @param losesNothing false where sessions may be lost, because the store is not there
   */
  InsistentVisitor(Visitor visitor, TomcatProcess tomcat, boolean losesNothing) {
    this.visitor = visitor;
    this.tomcat = tomcat;
    this.losesNothing = losesNothing;
  }

  /** Runs until {@link #finish}, and returns the last count. */
  @Override
  public Integer call() {
    int last = 0;
    try {
      while (!finishing) {
        int count = countOnce();
        if (losesNothing && count != 0 && count <= last) {
          throw new AssertionError("after " + last + " came " + count + " in " + visitor);
        }
        last = count == 0 ? last : count;
        Pace.pause();
      }
      return last;
    } finally {
      finished = true;
    }
  }

  /** Waits for more answers than there were so far, or for the end. */
  void awaitAnswers(int more) {
    int wanted = answers.get() + more;
    Await.until("answers go on", PATIENCE, () -> finished || answers.get() >= wanted);
  }

  void finish() {
    finishing = true;
  }

  /** The count that was answered; 0 if there was an error instead. */
  private int countOnce() {
    try {
      Response response = visitor.at(tomcat, "count");
      if (response.status() != 200) {
        return 0;
      }
      answers.incrementAndGet();
      return Integer.parseInt(Visitor.lines(response).getOrDefault("count", "0"));
    } catch (UncheckedIOException cut) {
      return 0;
    }
  }
}
