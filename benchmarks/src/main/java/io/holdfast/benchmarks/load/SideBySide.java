package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Latencies;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs tasks at the same time, each in a thread that is used again. */
final class SideBySide implements AutoCloseable {

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** What all saw together; the first failure is thrown after all have ended. */
  Latencies run(List<Callable<Latencies>> tasks) throws IOException, InterruptedException {
    Latencies all = new Latencies();
    for (Future<Latencies> latencies : threads.invokeAll(tasks)) {
      try {
        all.addAll(latencies.get());
      } catch (ExecutionException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        throw new IOException("A request failed: " + cause.getMessage(), cause);
      }
    }
    return all;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
