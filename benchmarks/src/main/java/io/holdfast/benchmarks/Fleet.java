package io.holdfast.benchmarks;

import io.holdfast.benchmarks.HttpConnection.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many sessions of one application, asked over a few connections side by side. */
final class Fleet implements AutoCloseable {

  private static final int CONNECTIONS = 8;

  private final String[] ids;
  private final String[] checksums;
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);

  Fleet(int size) {
    this.ids = new String[size];
    this.checksums = new String[size];
  }

  /** Creates all sessions. */
  Latencies create(int port) throws IOException, InterruptedException {
    return each(
        port,
        (connection, session) -> {
          Answer answer = connection.get("/" + Bench.APPLICATION + "/new?seed=" + session, "");
          ids[session] = answer.newSessionId();
          checksums[session] = answer.body();
          return answer;
        });
  }

  /** Reads all sessions; what is not there or not as it was created is an exception. */
  Latencies read(int port) throws IOException, InterruptedException {
    return each(
        port,
        (connection, session) -> {
          Answer answer = connection.get("/" + Bench.APPLICATION + "/read", ids[session]);
          if (!answer.body().equals(checksums[session])) {
            throw new IOException(
                "Session "
                    + session
                    + ": created "
                    + checksums[session]
                    + ", now "
                    + answer.body());
          }
          return answer;
        });
  }

  /** One request for one session. */
  private interface Step {
    Answer ask(HttpConnection connection, int session) throws IOException;
  }

  private Latencies each(int port, Step step) throws IOException, InterruptedException {
    List<Callable<Latencies>> shares = new ArrayList<>();
    for (int share = 0; share < CONNECTIONS; share++) {
      int first = share;
      shares.add(() -> share(port, first, step));
    }
    Latencies all = new Latencies();
    for (Future<Latencies> share : threads.invokeAll(shares)) {
      try {
        all.addAll(share.get());
      } catch (ExecutionException e) {
        throw new IOException("A client failed", e.getCause());
      }
    }
    return all;
  }

  private Latencies share(int port, int first, Step step) throws IOException {
    Latencies latencies = new Latencies();
    HttpConnection connection = new HttpConnection(port);
    try {
      for (int session = first; session < ids.length; session += CONNECTIONS) {
        long start = System.nanoTime();
        Answer answer = step.ask(connection, session);
        latencies.add(System.nanoTime() - start);
        if (answer.status() != 200) {
          throw new IOException("Session " + session + " was answered with " + answer.status());
        }
        if (answer.closing()) {
          connection.close();
          connection = new HttpConnection(port);
        }
      }
    } finally {
      connection.close();
    }
    return latencies;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
